import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** IRC servers of Debian, which tests run if they are installed. */
export const realServers = ['ngircd', 'inspircd'] as const
type RealServer = (typeof realServers)[number]

/** A real server on this machine, as an ordinary user, in its own folder. */
export interface RealIrcd {
  readonly port: number
  /** Ends it immediately, like a crash. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Path of the program; undefined if it is not installed. */
export function installed(server: RealServer): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']
    .map((folder) => path.join(folder, server))
    .find((file) => existsSync(file))
}

/** The user “nobody”: these servers do not run as root. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Starts an installed server. */
export async function realIrcd(server: RealServer): Promise<RealIrcd> {
  const folder = await mkdtemp(path.join(tmpdir(), `patchbay-${server}-`))
  await chmod(folder, 0o777)
  const port = await freePort()
  const file = path.join(folder, 'server.conf')
  await writeFile(file, server === 'ngircd' ? ngircdSettings(port) : inspircdSettings(port))
  await chmod(file, 0o644)
  for (const each of ['data', 'logs', 'runtime']) {
    await mkdir(path.join(folder, each))
    await chmod(path.join(folder, each), 0o777)
  }
  // Relative to its working folder: nobody may not have access to the folders above.
  const args = server === 'ngircd' ? ['-n', '-f', 'server.conf'] : ['--nofork', '--nopid', '--config=./server.conf']
  let child: ChildProcess | undefined

  async function kill(): Promise<void> {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => {
      running.once('exit', resolve)
    })
    running.kill('SIGKILL')
    await ended
  }

  async function start(): Promise<void> {
    child = spawn(installed(server) ?? server, args, { stdio: 'ignore', cwd: folder, ...ordinary })
    child.on('error', () => undefined)
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries > 500 || child.exitCode !== null) throw new Error(`${server} does not start`)
      await sleep(10)
    }
  }

  async function close(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return { port, kill, start, close }
}

/** A port that was free a moment ago: these servers cannot choose one themselves. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function ngircdSettings(port: number): string {
  return `[Global]
  Name = irc.test.local
  Info = test
  Listen = 127.0.0.1
  Ports = ${port}
  MotdPhrase = "hi"
  Network = test
[Limits]
  MaxConnections = 0
  MaxConnectionsIP = 0
  MaxJoins = 100
  MaxNickLength = 30
  MaxPenaltyTime = 0
  PingTimeout = 120
  PongTimeout = 20
[Options]
  DNS = no
  Ident = no
  PAM = no
  AllowRemoteOper = no
  RequireAuthPing = no
`
}

function inspircdSettings(port: number): string {
  const modules = [
    'cap',
    'ircv3',
    'ircv3_accounttag',
    'ircv3_batch',
    'ircv3_capnotify',
    'ircv3_ctctags',
    'ircv3_echomessage',
    'ircv3_msgid',
    'ircv3_servertime',
    'namesx',
    'uhnames',
    'chanhistory',
  ]
  return `<config format="xml">
<server name="irc.test.local" description="test" network="Test" id="001">
<admin name="t" nick="t" email="t@test.local">
<bind address="127.0.0.1" port="${port}" type="clients">
<path configdir="." datadir="./data" logdir="./logs" moduledir="/usr/lib/inspircd/modules" runtimedir="./runtime">
<connect name="main" allow="*" timeout="10" pingfreq="120" hardsendq="100M" softsendq="100M" recvq="10M" localmax="1000" globalmax="1000" maxconnwarn="no" threshold="100000" commandrate="1000000" fakelag="no" resolvehostnames="no" useident="no" limit="5000" maxchans="1000" modes="">
<dns timeout="1">
<cidr ipv4clone="32" ipv6clone="128">
<performance netbuffersize="65534" somaxconn="128" softlimit="12800" clonesonconnect="no" timeskipwarn="0s" quietbursts="yes">
<limits maxnick="64" maxchan="64" maxmodes="20" maxident="32" maxhost="64" maxquit="255" maxtopic="307" maxkick="255" maxreal="128" maxaway="200" maxline="512">
<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="./logs/ircd.log">
${modules.map((name) => `<module name="${name}">`).join('')}
<options defaultmodes="not" prefixquit="Quit: " hostintopic="yes" pingwarning="15" serverpingfreq="60" splitwhois="no" syntaxhints="no" cyclehostsfromuser="no" announcets="no" allowmismatch="no" casemapping="ascii">
<chanhistory maxlines="500" prefixmsg="no" bots="yes" enableumode="no">
`
}
