import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'

/** Folder in `DATA_DIR` where backups are stored. */
export const BACKUPS = 'backups'

/** Part of the name of a folder until its backup is whole. */
export const UNFINISHED = '.unfinished-'

/** Lists the whole backups in `DATA_DIR/backups`, the newest first. */
export async function listWholeBackups(dataDir: string): Promise<{ name: string; manifest: Manifest }[]> {
  const folder = join(dataDir, BACKUPS)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.includes(UNFINISHED))
  const backups: { name: string; manifest: Manifest }[] = []
  for (const { name } of names) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined)
    if (manifest) backups.push({ name, manifest })
  }
  return backups.toSorted((one, other) => Date.parse(other.manifest.madeAt) - Date.parse(one.manifest.madeAt))
}

/** Name of the folder of a backup that is begun now. */
export const toBackupName = (nowMs: number) => new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
