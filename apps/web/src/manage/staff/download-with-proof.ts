import type { AuditAction } from '@portal/contract/audit/action-words.ts'
import { hasFreshProof } from './fresh-proof.ts'

/** Downloads a file after a proof of the second factor. The download is recorded under `action`. */
export async function downloadWithProof(action: AuditAction, address: string, fileName: string): Promise<void> {
  if (!(await hasFreshProof(action))) return
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
