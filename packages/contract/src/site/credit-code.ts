/**
 * The unified social credit code (统一社会信用代码) of organisations in China, GB 32100-2015. The module loads no schemas, because web
 * imports it.
 */

/** Characters with the values 0 to 30: digits and capitals without I, O, S, V and Z, which are easily confused. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** Form of a code: registering authority and kind of organisation, place (6 digits), organisation, check character. */
const FORM = new RegExp(`^[${CHARACTERS}]{2}\\d{6}[${CHARACTERS}]{10}$`)
const LENGTH = 18
const MODULUS = 31
const BASE = 3

/** Computes the last of the 18 characters from the 17 before it: the weight of place i is 3^(i-1) mod 31 (clause 4.3 of the standard). */
function checkCharacter(first17: string): string {
  let [sum, weight] = [0, 1]
  for (const character of first17) {
    sum += CHARACTERS.indexOf(character) * weight
    weight = (weight * BASE) % MODULUS
  }
  return CHARACTERS[(MODULUS - (sum % MODULUS)) % MODULUS] ?? ''
}

/** Describes in Chinese why a text is no code; `null` for a valid one. */
export function findCreditCodeFault(code: string): string | null {
  if (code.length !== LENGTH) return `应为 ${LENGTH} 位，现在是 ${code.length} 位`
  if (!FORM.test(code)) return '只含数字与大写字母（没有 I、O、S、V、Z），第 3 至 8 位是数字'
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? null : '校验不符，请对照营业执照检查有无错位'
}
