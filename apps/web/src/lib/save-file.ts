import { MINUTE_MS } from '@portal/contract/constants.ts'

/** Saves a file by the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later, because the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
