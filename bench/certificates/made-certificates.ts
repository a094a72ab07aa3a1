import {
  CODE_ALPHABET,
  CODE_LENGTH,
  makeCertificateNo,
} from '../../packages/contract/src/certificates/certificate-number.ts'
import type { CertificateCategory } from '../../packages/contract/src/certificates/certificate-states.ts'
import type { ChangeState, ShownState } from '../../packages/contract/src/certificates/desk/desk-rules.ts'
import { createRandom } from '../measuring/mulberry.ts'

/** Certificates issued on one day. */
const A_DAY = 850
const LAST_DAY = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000
/** Number of the newest certificates, which have a pending change. */
const PENDING_COUNT = 2000

/** Names and conclusions that the measured filters use. */
export const BUSY = '周观澜'
/** An inspector who left the laboratory early on and worked in two categories. */
export const LEFT = '许怀远'
export const RARE = '林知微'
export const RARE_CONCLUSION = '塔菲石'
/** A conclusion that was used in the first years only. */
export const OLD_CONCLUSION = '松石（旧称）'

const OTHERS = ['沈砚秋', '陈景行', '苏若水', '韩清扬', '秦望舒', '尤云帆', '吕明远', '孔思齐', '魏文渊']
const SPECIES: Record<CertificateCategory, string[]> = {
  turquoise: ['绿松石', '绿松石手串', '绿松石（充填）', '绿松石（染色）', '绿松石挂件'],
  gemstone: ['红宝石', '蓝宝石', '祖母绿', '尖晶石', '碧玺', '石榴石', '海蓝宝石', '坦桑石', '橄榄石', '欧泊'],
  jade: ['翡翠', '翡翠手镯', '和田玉', '玛瑙', '石英岩玉', '岫玉', '青金石', '独山玉'],
  diamond: ['钻石', '钻石戒指', '钻石耳钉', '合成钻石'],
  organic: ['海水珍珠', '淡水珍珠', '琥珀', '珊瑚', '砗磲'],
  metal: ['足金手镯', '足金项链', '18K 金镶红宝石戒指', '18K 金镶钻石戒指', '铂 950 戒指'],
}
const FORMS = [
  '',
  '戒面',
  '吊坠',
  '项链',
  '手链',
  '摆件',
  '耳饰',
  '胸针',
  '雕件',
  '原石',
  '（优化）',
  '（镀膜）',
  '（拼合）',
  '（再造）',
  '（辐照）',
]
const SHARES: [CertificateCategory, number][] = [
  ['turquoise', 0.4],
  ['gemstone', 0.6],
  ['jade', 0.8],
  ['diamond', 0.9],
  ['organic', 0.96],
  ['metal', 1],
]

export interface MadeCertificate {
  certificateNo: string
  day: string
  category: CertificateCategory
  conclusion: string
  preparedBy: string
  shown: ShownState
  changeState: ChangeState | null
  warnings: number
  unanswered: number
}

const makeDay = (index: number, count: number) =>
  new Date(LAST_DAY - Math.floor((count - 1 - index) / A_DAY) * DAY_MS).toISOString().slice(0, 10)

/** Returns the number at an index: 0 is the oldest, `count` - 1 the newest. */
export function makeNumber(index: number, count: number): string {
  const serial = A_DAY - 1 - ((count - 1 - index) % A_DAY)
  return makeCertificateNo(makeDay(index, count).replaceAll('-', ''), serial + 1)
}

export function makeCode(index: number): string {
  let rest = (index * 2_654_435_761 + 97) % 4_294_967_296
  let code = ''
  while (code.length < CODE_LENGTH) {
    code += CODE_ALPHABET[rest % CODE_ALPHABET.length]
    rest = Math.floor(rest / CODE_ALPHABET.length) + 31 * code.length
  }
  return code
}

/** Yields the certificates of some years, oldest first; the same at every run. */
export function* generateCertificates(count: number): Generator<MadeCertificate> {
  const random = createRandom(1)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() ** 2 * all.length)] as T
  for (let index = 0; index < count; index += 1) {
    const age = index / count
    const chance = random()
    const category = SHARES.find(([, below]) => chance < below)?.[0] ?? 'metal'
    const left = count - index
    const changeState =
      left <= PENDING_COUNT && count > PENDING_COUNT
        ? ((['draft', 'submitted', 'returned'] as const)[left % 3] ?? null)
        : null
    const warnings = changeState && left % 5 === 0 ? 1 : 0
    yield {
      certificateNo: makeNumber(index, count),
      day: makeDay(index, count),
      category,
      conclusion: chooseConclusion(index, age, `${pick(SPECIES[category])}${pick(FORMS)}`),
      preparedBy: choosePreparer(index, age, category, random(), pick(OTHERS)),
      shown: changeState ? ('none' as const) : chooseState(index),
      changeState,
      warnings,
      unanswered: left % 10 === 0 ? warnings : 0,
    }
  }
}

function chooseConclusion(index: number, age: number, usual: string): string {
  if (index % 100_000 === 77) return RARE_CONCLUSION
  return age < 0.1 && index % 10 === 3 ? OLD_CONCLUSION : usual
}

function choosePreparer(index: number, age: number, category: string, chance: number, other: string): string {
  if (index % 50_000 === 5) return RARE
  if (age < 0.3 && (category === 'turquoise' || category === 'jade') && chance < 0.35) return LEFT
  return chance < 0.5 ? BUSY : other
}

function chooseState(index: number): ShownState {
  if (index % 2000 === 13) return 'withdrawn'
  if (index % 200 === 17) return 'reissued'
  return index % 400 === 19 ? 'discarded' : 'published'
}
