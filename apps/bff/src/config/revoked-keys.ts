/** A signing key of receipts that is no longer trusted. */
export interface RevokedKey {
  /** Public key, 32 bytes, base64url: `x` in the published key set. */
  x: string
  /** Epoch ms. */
  revokedAtMs: number
}

const KEY_BYTES = 32
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * Reads `KEY@MOMENT`, several separated by commas; a date without a time begins at midnight in Shanghai.
 * @throws RangeError for anything else
 */
export function readRevokedKeys(text: string): RevokedKey[] {
  return text.split(',').map((entry) => {
    const [x = '', moment = '', ...rest] = entry.trim().split('@')
    const key = Buffer.from(x, 'base64url')
    const isKey = key.length === KEY_BYTES && key.toString('base64url') === x
    const revokedAtMs = Date.parse(moment.includes('T') ? moment : `${moment}T00:00:00+08:00`)
    if (!isKey || !MOMENT.test(moment) || Number.isNaN(revokedAtMs) || rest.length > 0) throw new RangeError(entry)
    return { x, revokedAtMs }
  })
}
