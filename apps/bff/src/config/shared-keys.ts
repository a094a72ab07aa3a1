import type { Config } from './config.ts'

/**
 * Lists, for the log, the keys that several instances would not share, because each generates its own. Empty for one
 * instance, and where all keys are configured.
 */
export function listMissingSharedKeys({
  redisUrl,
  sessionKeys,
  receiptSeeds,
}: Pick<Config, 'redisUrl' | 'sessionKeys' | 'receiptSeeds'>): string[] {
  if (redisUrl === null) {
    // Only several instances need these keys in the environment.
    const mayBeSeveral = sessionKeys.length > 0 && receiptSeeds.length > 0
    return mayBeSeveral ? ['REDIS_URL is not set: several instances each count logins and guesses for themselves'] : []
  }
  const missing: string[] = []
  if (sessionKeys.length === 0) missing.push('SESSION_KEY is not set: another instance takes our logins for none')
  if (receiptSeeds.length === 0) missing.push('RECEIPT_KEY is not set: another instance takes our receipts for forged')
  return missing
}
