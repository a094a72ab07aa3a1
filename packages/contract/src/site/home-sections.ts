/** Sections of the front page, their limits and neutral texts. The module loads no schemas, because web imports it. */

/** Sections below the certificate lookup, which is always the first, in their default order. */
export const HOME_SECTIONS = {
  services: '检测业务',
  newsroom: '新闻与研究',
  gems: '宝石百科',
  goods: '品牌周边',
  credentials: '公正与标准',
  qualifications: '资质',
  paragraph: '自由段落',
} as const
export type HomeSection = keyof typeof HOME_SECTIONS

export interface PlacedSection {
  section: HomeSection
  isShown: boolean
}

/** A kind of test, with the figure beside it. Tests and standards are texts with commas. */
export interface HomeService {
  name: string
  tests: string
  standards: string
  figure: ServiceFigure
}

export const SERVICE_FIGURES = { gem: '宝石', turquoise: '绿松石', metal: '贵金属' } as const
export type ServiceFigure = keyof typeof SERVICE_FIGURES

export interface HomeStandard {
  number: string
  name: string
}

/** A certificate or licence of the laboratory: a file of the library. */
export interface Qualification {
  name: string
  /** Number and scope. */
  note: string
  /** Address of the file. */
  url: string
}

/** Texts that make no promise in the name of a laboratory. */
export const NEUTRAL_TEXTS = {
  homeTitle: '证书查询',
  homeTitleEnd: '与送检服务',
  homeLead: '输入证书编号，核对证书内容。',
  servicesLead: '送检方式与业务范围见下。',
} as const

export const HOME_MAX = {
  services: 6,
  serviceName: 12,
  tests: 40,
  serviceStandards: 5,
  standards: 10,
  standardNumber: 20,
  standardName: 40,
  qualifications: 8,
  qualificationName: 40,
  qualificationNote: 60,
  steps: 6,
  step: 4,
  gems: 8,
} as const
export const HOME_MIN = { steps: 3, gems: 3 } as const

/** Splits a text with commas, e.g. `送样，编号，检测`. */
export function splitWords(text: string | null): string[] {
  return (text ?? '')
    .split(/[,，;；]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Completes a stored order with the sections that it does not name. */
export function placeSections(stored: readonly PlacedSection[] | null): PlacedSection[] {
  const placed = stored ?? []
  const others = (Object.keys(HOME_SECTIONS) as HomeSection[]).filter(
    (section) => !placed.some((one) => one.section === section),
  )
  return [...placed, ...others.map((section) => ({ section, isShown: true }))]
}

/** Returns a Chinese message about the steps; `null` for valid ones. */
export function findStepsFault(text: string): string | null {
  const steps = splitWords(text)
  const isGood =
    steps.length >= HOME_MIN.steps &&
    steps.length <= HOME_MAX.steps &&
    steps.every((one) => one.length <= HOME_MAX.step)
  return isGood ? null : `${HOME_MIN.steps} 到 ${HOME_MAX.steps} 步，每步不超过 ${HOME_MAX.step} 字，用逗号分开`
}

export function findServicesFault(services: readonly HomeService[]): string | null {
  for (const { name, standards } of services) {
    if (name.trim() === '') return '每项业务要有名称'
    const numbers = splitWords(standards)
    if (numbers.length > HOME_MAX.serviceStandards) return `“${name}”的依据不超过 ${HOME_MAX.serviceStandards} 项`
    const long = numbers.find((number) => number.length > HOME_MAX.standardNumber)
    if (long) return `“${long}”超过 ${HOME_MAX.standardNumber} 字；几项标准用逗号分开`
  }
  return null
}

export function findHomeStandardsFault(standards: readonly HomeStandard[]): string | null {
  if (standards.some(({ number, name }) => number.trim() === '' || name.trim() === ''))
    return '每项标准要有标准号和名称'
  const numbers = standards.map(({ number }) => number.trim())
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
  return twice ? `${twice} 列了两次` : null
}

export function findQualificationsFault(qualifications: readonly Qualification[]): string | null {
  if (qualifications.some(({ name }) => name.trim() === '')) return '每份文件要有名称'
  const urls = qualifications.map(({ url }) => url)
  const twice = qualifications.find(({ url }, at) => urls.indexOf(url) !== at)
  return twice ? `“${twice.name}”的文件选了两次` : null
}

/** Whether a file of the library is a PDF, by its address. */
export const isDocument = (url: string) => url.endsWith('.pdf')

export function findGemsFault(gems: readonly string[]): string | null {
  return gems.length >= HOME_MIN.gems && gems.length <= HOME_MAX.gems
    ? null
    : `选 ${HOME_MIN.gems} 到 ${HOME_MAX.gems} 种；一种不选则自动挑选`
}

export function findSectionsFault(sections: readonly PlacedSection[]): string | null {
  return new Set(sections.map(({ section }) => section)).size < sections.length ? '同一段列了两次' : null
}

/** Finds a promise in a text that the settings contradict. @returns a Chinese sentence; `null` without one */
export function findContradiction(
  text: string,
  { fourEyesOff, showsGoods }: { fourEyesOff: boolean; showsGoods: boolean },
): string | null {
  if (fourEyesOff && /不同的?人|两人|三人/.test(text)) {
    return '这一句对公众作了承诺。“四眼原则”现在是停用的，文字与实际不符，请改写。'
  }
  if (showsGoods && /不(从事|做|参与)[^，。；]*(买卖|销售|经营)/.test(text)) {
    return '这一句对公众作了承诺。首页现在显示“品牌周边”，读者会看到本站出售的物品，请核对文字。'
  }
  return null
}
