import { SPECIES as ENGLISH_SPECIES } from '../english-terms.ts'
import { translateValue } from '../english-values.ts'
import { canBeSameMetal, readMetals } from './metals.ts'
import { findMethods, type Method, nameMethods, readChinese, readEnglish, type Statement } from './statements.ts'
import { type Family, findFamily } from './terms.ts'
import type { Fault } from './value-faults.ts'

/* Texts of one certificate that cannot all be true. */

type Values = Readonly<Record<string, unknown>>
const getText = (values: Values, member: string): string => {
  const value = values[member]
  return typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join('、') : ''
}

const ARTIFICIAL = /合成|人造|仿|再造|拼合|玻璃|塑料/

/**
 * Finds treatments that the name does not state as the standard asks (GB/T 16552), and texts about treatment and origin that
 * exclude each other.
 */
export function findTreatmentFaults(values: Values): Fault[] {
  const conclusion = getText(values, 'conclusion')
  if (conclusion === '') return []
  const named = readChinese(conclusion)
  const found: Fault[] = []
  for (const member of ['treatment', 'remarks']) {
    const text = getText(values, member)
    if (text === '') continue
    const stated = readChinese(text)
    const denied = [...named.affirmed].filter((method) => stated.denied.has(method))
    if (denied.length > 0) found.push({ member, text: `结论写明${nameMethods(denied)}，此处写“${text}”` })
    else if (stated.isUntreated && (named.isTreated || hasTreatment(named)))
      found.push({ member, text: `结论“${conclusion}”写明处理，此处写“${text}”` })
    found.push(...findUnnamed(conclusion, named, stated, member))
    if (ARTIFICIAL.test(conclusion) && /天然/.test(text) && !/非天然|不是天然/.test(text))
      found.push({ member, text: `结论“${conclusion}”不是天然品，此处写“${text}”` })
  }
  if (/天然/.test(conclusion) && ARTIFICIAL.test(conclusion))
    found.push({ member: 'conclusion', text: `结论“${conclusion}”同时写了天然与人工` })
  return found
}

/** Enhancements (优化): a certificate may name them and still say that no treatment (处理) was found. */
const ENHANCEMENTS: ReadonlySet<Method> = new Set(['heat', 'oil', 'wax', 'bleach'])
const hasTreatment = ({ affirmed }: Statement) => [...affirmed].some((method) => !ENHANCEMENTS.has(method))

/** Finds treatments of the stone (处理) that another text states and the conclusion does not name. */
function findUnnamed(conclusion: string, named: Statement, stated: Statement, member: string): Fault[] {
  const family = findFamily(conclusion)
  if (!family || named.isTreated || ARTIFICIAL.test(conclusion)) return []
  const asTreatment = new Set(family.treatments.flatMap(findMethods))
  const asEnhancement = new Set(family.enhancements.flatMap(findMethods))
  const missing = [...stated.affirmed].filter(
    (method) => asTreatment.has(method) && !asEnhancement.has(method) && !named.affirmed.has(method),
  )
  if (missing.length === 0) return []
  const place = member === 'treatment' ? '优化处理' : '备注'
  return [
    {
      member: 'conclusion',
      text: `${place}写明${nameMethods(missing)}，属处理，名称须注明，如“${nameWith(family, missing)}”`,
    },
  ]
}

/** Names a treated stone by the term of the list that has these methods, or puts them in brackets. */
function nameWith({ name, treatments }: Family, methods: readonly Method[]): string {
  const term = treatments.find((one) => methods.every((method) => findMethods(one).includes(method)))
  return `${name}（${term ?? nameMethods(methods)}）`
}

/** Finds an English name that states something else than the Chinese conclusion. The dictionary gives the English one. */
export function findEnglishWarning(values: Values): Fault[] {
  const conclusion = getText(values, 'conclusion')
  const typed = getText(values, 'conclusionEn').trim()
  if (typed === '' || conclusion === '') return []
  const english = translateValue('conclusion', conclusion)
  if (english !== undefined && toWords(english) === toWords(typed)) return []
  const difference = findEnglishDifference(conclusion, typed.toLowerCase(), getText(values, 'treatment'))
  if (difference === undefined) return []
  const wanted = english === undefined ? '' : `，词典译作“${english}”`
  return [{ member: 'conclusionEn', text: `英文结论与“${conclusion}”不一致：${difference}${wanted}` }]
}

const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const ORIGINS: readonly { word: string; chinese: RegExp; english: RegExp }[] = [
  { word: '合成', chinese: /合成|人造/, english: /\b(?:synthetic|laboratory|lab|man-?made|created|artificial)\b/ },
  { word: '再造', chinese: /再造|压制/, english: /\b(?:reconstructed|pressed)\b/ },
  { word: '拼合', chinese: /拼合/, english: /\b(?:assembled|composite|doublet|triplet)\b/ },
  { word: '仿制', chinese: /仿/, english: /\b(?:imitation|simulant|simulated)\b/ },
]

function findEnglishDifference(conclusion: string, typed: string, treatment: string): string | undefined {
  const origin = ORIGINS.find(({ chinese, english }) => chinese.test(conclusion) !== english.test(typed))
  if (origin) return origin.chinese.test(conclusion) ? `缺“${origin.word}”之意` : `英文多出“${origin.word}”之意`
  const isPearl = /珍珠(?!母|光泽)/.test(conclusion)
  const isNatural = /\bnatural\b/.test(typed)
  if (isPearl && /天然/.test(conclusion) !== isNatural)
    return isNatural ? '珍珠即养殖珍珠，不能写 natural' : '天然珍珠须写 natural'
  if (isPearl && /天然/.test(conclusion) && /\bcultured\b/.test(typed)) return '天然珍珠不能写 cultured'
  if (isNatural && ARTIFICIAL.test(conclusion)) return '人工材料不能写 natural'

  const [chinese, english] = [readChinese(conclusion), readEnglish(typed)]
  const denied = [...chinese.affirmed].filter((method) => english.denied.has(method))
  const isTreated = chinese.isTreated || hasTreatment(chinese)
  if (denied.length > 0 || (isTreated && english.isUntreated)) return '结论写明处理，英文写未处理'
  const missing = [...chinese.affirmed].filter((method) => !english.affirmed.has(method))
  if (missing.length > 0 && !english.isTreated) return `缺“${nameMethods(missing)}”`
  if (chinese.isTreated && chinese.affirmed.size === 0 && !english.isTreated && english.affirmed.size === 0)
    return '缺“处理”之意'
  const known = new Set([...chinese.affirmed, ...readChinese(treatment).affirmed])
  const further = [...english.affirmed].filter((method) => !known.has(method))
  if (further.length > 0) return `英文多出“${nameMethods(further)}”`
  return (
    findMissingSpecies(conclusion, typed) ??
    (canBeSameMetal(readMetals(conclusion), readMetals(typed)) ? undefined : '贵金属或其纯度不同')
  )
}

/** Other English names of a stone than the word of the dictionary. */
const ALIASES: Readonly<Record<string, RegExp>> = {
  jadeite: /jadeite|fei ?cui/,
  nephrite: /nephrite|hetian/,
  grossular: /grossular|tsavorite|garnet/,
  pyrope: /pyrope|garnet/,
  almandine: /almandine|garnet/,
  spessartine: /spessartine|garnet/,
  demantoid: /demantoid|garnet/,
  quartz: /quartz|crystal/,
  crystal: /quartz|crystal/,
  moissanite: /moissanite|silicon carbide/,
  zirconia: /zirconia|\bcz\b/,
  chrysoberyl: /chrysoberyl|cat/,
}
const SPECIES_NAMES = Object.keys(ENGLISH_SPECIES).sort((one, other) => other.length - one.length)

/** The word that names the stone: the last one before a bracket, or the one before `jade`. */
function toHead(english: string): string {
  const words = english.toLowerCase().replace(/\(.*$/, '').trim().split(' ')
  return (words.at(-1) === 'jade' ? words.at(-2) : words.at(-1)) ?? ''
}

function findMissingSpecies(conclusion: string, typed: string): string | undefined {
  let rest = conclusion
  for (const name of SPECIES_NAMES) {
    if (!rest.includes(name)) continue
    rest = rest.replaceAll(name, ' ')
    const head = toHead(ENGLISH_SPECIES[name] ?? '')
    const pattern = ALIASES[head] ?? new RegExp(`\\b${head}`)
    if (head !== '' && !pattern.test(typed)) return `没有“${name}”的英文名`
  }
  return undefined
}
