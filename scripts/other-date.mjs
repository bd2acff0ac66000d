/** Runs whole programs at another date: libfaketime changes their clocks and file times alike, which a clock in JavaScript cannot. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const library = { x64: 'x86_64', arm64: 'aarch64' }[process.arch]
const faketime = `/usr/lib/${library}-linux-gnu/faketime/libfaketimeMT.so.1`

/**
 * A filter of eight steps blocks two system calls, for the program and everything it starts. statx, with which Node reads file
 * times: libfaketime does not support it, and without it Node falls back to stat. And mmap of 32 bytes, which is a named semaphore: libfaketime
 * would share one among all programs and hold it during each stat, so that a program killed at that moment blocks all others; without it nothing is shared.
 */
const withFilter = `
my ($prctl, $statx, $mmap) = @{{ x64 => [157, 332, 9], arm64 => [167, 291, 222] }->{shift()}};
my ($load, $equal, $return, $refuse) = (0x20, 0x15, 0x06, 0x50000);
my $steps = pack('SCCL' x 8,
  $load, 0, 0, 0, $equal, 4, 0, $statx, $equal, 0, 2, $mmap,
  $load, 0, 0, 24, $equal, 2, 0, 32,
  $return, 0, 0, 0x7fff0000, $return, 0, 0, $refuse | 38, $return, 0, 0, $refuse | 1);
syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, pack('S x6 P', 8, $steps)) == 0 or die "no filter: $!";
$ENV{LD_PRELOAD} = shift;
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!"`

/** Why programs cannot run at another date here; undefined if they can. */
export function dateObstacle() {
  if (process.platform !== 'linux' || library === undefined) return 'libfaketime needs Linux'
  if (!existsSync(faketime)) return 'libfaketime is not installed (Debian: faketime)'
  if (spawnSync('perl', ['-e', withFilter, process.arch, faketime, 'true']).status !== 0) return 'perl cannot filter system calls here'
  return undefined
}

/** The command that runs `program` with `args` starting at the time `date`, ms since 1970: { program, args, env } for spawn. */
export function atDate(date, program, args) {
  return {
    program: 'perl',
    args: ['-e', withFilter, process.arch, faketime, program, ...args],
    env: {
      FAKETIME: `${date < Date.now() ? '-' : '+'}${Math.abs(Math.round((date - Date.now()) / 1000))}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1', // timers and durations are unchanged
      FAKE_UTIME: '1', // times assigned to files use the same calendar
    },
  }
}
