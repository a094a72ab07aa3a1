import { readLocalItem, writeLocalItem } from './browser-storage.ts'

const STORAGE_KEY = 'manage-single-keys'

/**
 * Whether shortcut keys without Ctrl or Alt work for staff in this browser; a user may switch them off (WCAG 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  return readLocalItem(STORAGE_KEY) !== 'off'
}

export function writeSingleKeys(isOn: boolean): void {
  writeLocalItem(STORAGE_KEY, isOn ? null : 'off')
}

/**
 * Calls `listen` when another tab has switched them.
 * @returns a function that stops it
 */
export function watchSingleKeys(listen: () => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listen()
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}
