import {
  findContradiction,
  HOME_SECTIONS,
  type HomeSection,
  type HomeService,
  NEUTRAL_TEXTS,
  type PlacedSection,
  placeSections,
  splitWords,
} from '@portal/contract/site/home-sections.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import type { SiteValues } from '../site-members.ts'

/** A section of the front page; `hero` is the certificate lookup, which is always the first. */
export type Section = 'hero' | HomeSection

export const SECTION_NAMES: Readonly<Record<Section, string>> = { hero: '查询证书', ...HOME_SECTIONS }

/** Members that a section shows. */
export const SECTION_MEMBERS: Readonly<Record<Section, readonly SiteMember[]>> = {
  hero: ['homeTitle', 'homeTitleEnd', 'homeLead'],
  services: ['servicesLead', 'homeSteps', 'homeServices'],
  newsroom: ['newsLead', 'researchLead'],
  gems: ['homeGems'],
  goods: [],
  credentials: ['impartialityTitle', 'impartialityText', 'homeStandards'],
  qualifications: ['qualificationsLead', 'qualifications'],
  paragraph: ['paragraphTitle', 'paragraph'],
}

export function findSection(name: string): Section | null {
  const entries = Object.entries(SECTION_MEMBERS) as [Section, readonly string[]][]
  return entries.find(([, members]) => members.includes(name))?.[0] ?? null
}

/** Texts of a section that have a neutral form. */
export const listNeutralMembers = (section: Section) =>
  SECTION_MEMBERS[section].filter((name): name is keyof typeof NEUTRAL_TEXTS => name in NEUTRAL_TEXTS)

export const getPlaces = ({ homeSections }: SiteValues) => placeSections(homeSections as PlacedSection[] | null)

/** Returns the value of `homeSections` for an order; `null` for the default one. */
export function toStoredPlaces(places: PlacedSection[]): PlacedSection[] | null {
  return isSame(places, placeSections(null)) ? null : places
}

/** Moves a section by one place. */
export function movePlace(places: readonly PlacedSection[], section: Section, step: -1 | 1): PlacedSection[] {
  const from = places.findIndex((one) => one.section === section)
  const next = [...places]
  const [moved] = next.splice(from, 1)
  if (moved) next.splice(Math.max(0, from + step), 0, moved)
  return next
}

/** Describes what fills a section. */
export function describeSection(section: Section, values: SiteValues): string {
  switch (section) {
    case 'hero': {
      const title = [
        values.homeTitle || NEUTRAL_TEXTS.homeTitle,
        values.homeTitle ? values.homeTitleEnd : NEUTRAL_TEXTS.homeTitleEnd,
      ]
      return `大标题“${title.join('')}”、导语、查询框；始终在最前`
    }
    case 'services': {
      const services = (values.homeServices ?? []) as HomeService[]
      const steps = splitWords(values.homeSteps).length
      return `${services.length} 项业务${steps > 0 ? `、${steps} 步` : ''}、3 个链接`
    }
    case 'newsroom':
      return '自动取最新：新闻 4 条、研究 6 条；没有文章的一栏不显示'
    case 'gems':
      return values.homeGems ? `${values.homeGems.length} 种：${values.homeGems.join('、')}` : '自动挑选 6 种'
    case 'goods':
      return '自动取最新 4 件；栏目里没有商品时不显示'
    case 'credentials':
      return `${values.impartialityText ? '一段说明、' : ''}${values.homeStandards?.length ?? 0} 项标准`
    case 'qualifications':
      return values.qualifications?.length ? `${values.qualifications.length} 份文件` : '资质证书与能力附表，从图片库选'
    case 'paragraph':
      return values.paragraph ? `${values.paragraph.length} 字` : '一段自己写的文字'
  }
}

/** Whether readers see nothing of a section because its texts are not set. */
export function isUnfilled(section: Section, values: SiteValues): boolean {
  if (section === 'services') return !values.homeServices?.length
  if (section === 'credentials') return !values.impartialityText && !values.homeStandards?.length
  if (section === 'qualifications') return !values.qualifications?.length
  return section === 'paragraph' && !values.paragraph
}

/** Returns why a text contradicts the settings; `null` when it does not. */
export function findTextContradiction(text: string | null, values: SiteValues): string | null {
  return findContradiction(text ?? '', {
    fourEyesOff: values.fourEyesOff === true,
    showsGoods: getPlaces(values).some(({ section, isShown }) => section === 'goods' && isShown),
  })
}
