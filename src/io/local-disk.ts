import { statfs } from 'node:fs/promises'

/** `f_type` of Linux file systems on local disks: ext2–4, xfs, btrfs, f2fs, zfs, bcachefs, tmpfs, overlay. */
const localTypes: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x01021994, 0x794c7630,
])

/**
 * Whether a folder is certainly on a local disk, which answers quickly. False for network drives, which may never answer, and where it is unknown: other
 * systems use other numbers.
 */
export async function isOnLocalDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { type } = await statfs(folder)
    return localTypes.has(type >>> 0)
  } catch {
    return false
  }
}
