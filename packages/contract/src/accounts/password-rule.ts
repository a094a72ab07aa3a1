/**
 * Minimum length of a new password, in characters (code points). NIST SP 800-63B, 5.1.1, requires a length and a blocklist, and
 * no rules on composition.
 */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
export const PASSWORD_RULE = '至少 8 个字符，不要用常见密码'

/**
 * Limits for the estimator (zxcvbn). Its time grows with the square of the length: 256 characters take up to 0.6 s, 32 with 10
 * substitutions at most 5 ms. A password whose first 32 characters are hard to guess is hard to guess.
 */
export const ESTIMATOR_LIMITS = { maxLength: 32, l33tMaxSubstitutions: 10 }

/**
 * Passwords with fewer than 10^6 guesses, which zxcvbn calls "very guessable" (score 0 and 1), are refused: the site limits
 * guesses, but one common password tried on many accounts matches some. Below 10^8 is weak, below 10^10 fair.
 */
const REFUSED_BELOW_LOG10 = 6
const WEAK_BELOW_LOG10 = 8
const FAIR_BELOW_LOG10 = 10

/** The site's name, and common Chinese passwords that zxcvbn's Western list lacks. */
const SITE_WORDS = ['石衡检测', '石衡', 'shihengjiance', 'shiheng', '珠宝玉石检测中心', '珠宝玉石', '检测中心']
const COMMON_WORDS = ['woaini', 'woaini1314', 'woaini520', '5201314', '1314520', '1314521', 'woaiwojia', 'nihao123']

/** Public data of an account, which must not be its password. */
export interface PasswordOwner {
  email?: string | undefined
  nickname?: string | undefined
}

/** The members of zxcvbn's result that are used. */
export interface PasswordEstimate {
  guessesLog10: number
  sequence: readonly { pattern: string; dictionaryName?: string }[]
}

/** 0 refused, 1 weak, 2 fair, 3 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3

/** Lists words that an attacker knows, for the estimator. */
export function listKnownWords({ email = '', nickname = '' }: PasswordOwner): string[] {
  const [localPart = ''] = email.split('@')
  const joined = localPart.replace(/[._+-]/g, '')
  const own = [email, localPart, joined, nickname, ...email.split(/[@._+-]/), ...nickname.split(/\s+/)]
  const long = own.map((word) => word.trim().toLowerCase()).filter((word) => [...word].length > 1)
  return [...SITE_WORDS, ...COMMON_WORDS, ...long]
}

/** @returns the fault of a new password in Chinese, or `undefined` for a valid one. Only the length counts when there is no estimate. */
export function findPasswordFault(password: string, estimate?: PasswordEstimate): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_MIN) return `密码至少 ${PASSWORD_MIN} 个字符`
  if (length > PASSWORD_MAX) return `密码最多 ${PASSWORD_MAX} 个字符`
  return estimate && ratePassword(estimate) === 0 ? explainWeakness(estimate) : undefined
}

export function ratePassword({ guessesLog10 }: PasswordEstimate): PasswordStrength {
  if (guessesLog10 < REFUSED_BELOW_LOG10) return 0
  if (guessesLog10 < WEAK_BELOW_LOG10) return 1
  return guessesLog10 < FAIR_BELOW_LOG10 ? 2 : 3
}

function explainWeakness({ sequence }: PasswordEstimate): string {
  const has = (...patterns: string[]) => sequence.some(({ pattern }) => patterns.includes(pattern))
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) {
    return '密码不能主要由邮箱、昵称或常见词组成，请换一个'
  }
  if (has('dictionary')) return '这个密码太常见，很容易被猜到，请换一个'
  if (has('repeat')) return '密码不能只是重复的字符，请换一个'
  if (has('sequence', 'spatial')) return '密码不能只是连续的字母、数字或键盘上相邻的键，请换一个'
  if (has('date', 'regex')) return '密码不能只是日期，请换一个'
  return '这个密码太容易被猜到，请换一个更长的'
}
