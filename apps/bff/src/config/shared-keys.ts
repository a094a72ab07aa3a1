import type { Config } from './config.ts'

/**
 * What several instances would disagree on, in words for the log: a key that each makes for itself. Empty for one
 * instance, and where all keys are given.
 */
export function missingSharedKeys({
  redisUrl,
  sessionKeys,
  receiptSeeds,
}: Pick<Config, 'redisUrl' | 'sessionKeys' | 'receiptSeeds'>): string[] {
  if (redisUrl === null) return []
  const missing: string[] = []
  if (sessionKeys.length === 0) missing.push('SESSION_KEY is not set: another instance takes our logins for none')
  if (receiptSeeds.length === 0) missing.push('RECEIPT_KEY is not set: another instance takes our receipts for forged')
  return missing
}
