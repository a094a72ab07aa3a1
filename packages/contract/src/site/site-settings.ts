import { type Static, Type } from 'typebox'
import { ORDER_RANGES, type RangedOrderSetting } from '#orders/order-rules.ts'
import { OPTIONAL_PAGES, type PageKey } from '../articles/standing-pages.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificates/certificate-states.ts'
import { DEMANDS, type Demand } from '../certificates/rules/required-fields.ts'
import {
  COMMENT_DAYS_MAX,
  COMMENT_POLICIES,
  COMMENT_WORD_MAX,
  COMMENT_WORDS_MAX,
  type CommentPolicy,
} from '../community/comment-policy.ts'
import { MassTolerance, OrderService } from '../orders/order-service-shape.ts'
import type { OrderService as Service } from '../orders/order-services.ts'
import { nullableString } from '../shapes.ts'
import { BULLETIN_HTML_MAX } from './bulletin-words.ts'
import {
  HOME_MAX,
  HOME_SECTIONS,
  type HomeService,
  type HomeStandard,
  type PlacedSection,
  type Qualification,
  SERVICE_FIGURES,
} from './home-sections.ts'

/**
 * Ours: the settings of the site. Members have the names of `SiteInfo` where it has them; `null` and empty texts: not set.
 * `site-rules.ts` has the rules beyond form and size.
 */

const createText = (maxLength: number) => Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength })
/** Wall clock in UTC+8, `yyyy-MM-dd HH:mm`. */
const minute = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$',
})
const createDay = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })

/** `9:00` or `17:30`; the end may be `24:00`. */
const clock = Type.String({ pattern: '^([01]?\\d|2[0-4]):[0-5]\\d$' })
/** Start and end of opening on one day. */
export const OpenSpan = Type.Tuple([clock, clock])
export type OpenSpan = Static<typeof OpenSpan>
const openSpans = Type.Array(OpenSpan, { maxItems: 3 })

/** A holiday, or a working day at a weekend that makes up for one (调休). Without spans the laboratory is closed. */
export const SpecialDays = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  from: createDay('first day'),
  until: createDay('last day'),
  spans: openSpans,
})
export type SpecialDays = Static<typeof SpecialDays>

/** Entry of a menu. */
const menuLink = {
  text: Type.String({ minLength: 1, maxLength: 30 }),
  /** A path of this site, or an address with https. */
  to: Type.String({ minLength: 1, maxLength: 300 }),
  /** Shown under the text in an open menu. */
  note: Type.Optional(Type.String({ maxLength: 20 })),
  /** Staff have switched it off. */
  isOff: Type.Optional(Type.Boolean()),
}
const MenuLink = Type.Object(menuLink)
export type MenuLink = Static<typeof MenuLink>

/** Entry of the header: a link, or a heading with links under it. An empty `to` only opens the links. */
export const HeaderItem = Type.Object({
  ...menuLink,
  to: Type.String({ maxLength: 300 }),
  links: Type.Optional(Type.Array(MenuLink, { maxItems: 10 })),
})
export type HeaderItem = Static<typeof HeaderItem>

export const FooterGroup = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 20 }),
  links: Type.Array(MenuLink, { maxItems: 12 }),
})
export type FooterGroup = Static<typeof FooterGroup>

/** Links to other sites at `/navigation`. */
export const OtherSites = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 30 }),
  sites: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 40 }),
      url: Type.String({ minLength: 1, maxLength: 300 }),
      info: Type.String({ maxLength: 100 }),
    }),
    { maxItems: 60 },
  ),
})
export type OtherSites = Static<typeof OtherSites>

const category = Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) })

/** How important a field of a category is, where the owner differs from the default. */
export const FieldRule = Type.Object({
  category,
  member: Type.String({ minLength: 1, maxLength: 40 }),
  demand: Type.Unsafe<Demand>({ type: 'string', enum: Object.keys(DEMANDS) }),
})

/** A standard that certificates may name. */
export const Standard = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40 }),
  title: Type.String({ maxLength: 80 }),
  /** `yyyy-MM-dd`; empty: not known. */
  from: Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }),
  /** Last day of validity; empty: in force. */
  until: Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }),
  categories: Type.Array(category, { minItems: 1, maxItems: 6, uniqueItems: true }),
})

const placedSection = Type.Object({
  section: Type.String({ enum: Object.keys(HOME_SECTIONS) }),
  isShown: Type.Boolean(),
})

const homeService = Type.Object({
  name: Type.String({ minLength: 1, maxLength: HOME_MAX.serviceName }),
  /** Tests with commas between them. */
  tests: Type.String({ maxLength: HOME_MAX.tests }),
  /** Numbers of standards with commas between them. */
  standards: Type.String({ maxLength: HOME_MAX.serviceStandards * (HOME_MAX.standardNumber + 1) }),
  figure: Type.String({ enum: Object.keys(SERVICE_FIGURES) }),
})

const homeStandard = Type.Object({
  number: Type.String({ minLength: 1, maxLength: HOME_MAX.standardNumber }),
  name: Type.String({ minLength: 1, maxLength: HOME_MAX.standardName }),
})

const qualification = Type.Object({
  name: Type.String({ minLength: 1, maxLength: HOME_MAX.qualificationName }),
  note: Type.String({ maxLength: HOME_MAX.qualificationNote }),
  url: Type.String({
    maxLength: 120,
    pattern: '^/file/(img|doc)/([0-9a-f]{32}|m/[0-9a-f]{32}/[a-z0-9-]{1,40})\\.(jpg|png|gif|webp|pdf)$',
    examples: [`/file/doc/m/${'0'.repeat(32)}/cma.pdf`],
  }),
})

const createNullableList = <T>(items: object, maxItems: number) =>
  Type.Unsafe<T[] | null>({ type: ['array', 'null'], items, maxItems })

function createRanged(name: RangedOrderSetting) {
  const [minimum, maximum] = ORDER_RANGES[name]
  return Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum })
}

const picture = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 120,
  pattern: '^(/file/img/[A-Za-z0-9_.-]+)?$',
})

/** Members by group. A group is edited in one part of the page, and has its own duties and proofs. */
export const SITE_GROUPS = {
  brand: {
    name: createText(60),
    /** Name on English pages and sheets. */
    nameEn: createText(60),
    summary: createText(200),
    keyword: createText(200),
    /** Addresses of uploaded pictures. */
    logo: picture,
    seal: picture,
    /** `yyyy-MM-dd`: first day of the footer's clock. */
    startedAt: createText(10),
    /** The clock is hidden. */
    hidesClock: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    webUrl: createText(200),
    author: createText(60),
    authorInfo: createText(200),
  },
  contact: {
    phone: createText(40),
    visitAddress: createText(200),
    email: createText(254),
    wechat: createText(60),
    qqNumber: createText(20),
    qqGroup: createText(20),
    /** `SiteInfo.showList`. */
    showList: createNullableList<number>({ type: 'integer', minimum: 1, maximum: 99 }, 20),
  },
  filing: {
    recordNum: createText(40),
    policeRecordNum: createText(40),
    /** Unified social credit code, as on the business licence. */
    creditCode: createText(40),
  },
  bulletin: { bulletin: createText(BULLETIN_HTML_MAX), bulletinFrom: minute, bulletinUntil: minute },
  lantern: {
    lantern: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    lanternFrom: minute,
    lanternUntil: minute,
  },
  hours: {
    /** Hours of Monday to Sunday; `null`: `openingHours` is a text that was set before hours existed. */
    weekHours: Type.Unsafe<OpenSpan[][] | null>({
      type: ['array', 'null'],
      items: openSpans,
      minItems: 7,
      maxItems: 7,
    }),
    specialDays: createNullableList<SpecialDays>(SpecialDays, 60),
  },
  login: {
    /** `LOGIN_TYPE` of configured logins that are not offered. */
    loginTypesOff: createNullableList<number>({ type: 'integer', minimum: 2, maximum: 99 }, 20),
  },
  desk: {
    /** One person may prepare and approve a certificate. */
    fourEyesOff: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    /** Reason for it, which the history of each certificate shows that one person has approved alone. */
    fourEyesReason: createText(200),
    /** Categories whose certificates need three people: one who prepares, one who reviews and one who approves. */
    threePersons: createNullableList<CertificateCategory>(
      { type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) },
      Object.keys(CERTIFICATE_CATEGORIES).length,
    ),
  },
  certificates: {
    /** `null`: the default of each field. */
    requiredFields: createNullableList<Static<typeof FieldRule>>(FieldRule, 300),
    /** `null`: the default table. */
    standards: createNullableList<Static<typeof Standard>>(Standard, 100),
  },
  orders: {
    /** Fee sheet; `null`: the laboratory takes no announcements of samples on the site. */
    orderServices: createNullableList<Service>(OrderService, 100),
    /** Surcharge of urgent orders; `null`: `URGENT_PERCENT`. */
    orderUrgentPercent: createRanged('orderUrgentPercent'),
    /** Samples received later count from the next working day; `null`: `CUT_OFF`. */
    orderCutOff: createText(5),
    /** Conditions that customers accept. */
    orderTerms: createText(4000),
    /** Allowed differences of masses at the return; `null`: `DEFAULT_TOLERANCES`. */
    orderTolerances: createNullableList<Static<typeof MassTolerance>>(MassTolerance, 40),
    /** Names of the trays in which samples wait. */
    orderTrays: createNullableList<string>({ type: 'string', minLength: 1, maxLength: 20 }, 500),
    /** Serial number of the first order of a day; `null`: 1. */
    orderFirstSerial: createRanged('orderFirstSerial'),
    /** Days after closing for which telephone number and addresses are kept; `null`: `CONTACT_DAYS`. */
    orderContactDays: createRanged('orderContactDays'),
    /** Years after closing for which an order is kept; `null`: `KEPT_YEARS`, the shortest time. */
    orderKeptYears: createRanged('orderKeptYears'),
  },
  comments: {
    /** `null`: `DEFAULT_POLICY`. */
    commentPolicy: Type.Unsafe<CommentPolicy | null>({
      type: ['string', 'null'],
      enum: [...Object.keys(COMMENT_POLICIES), null],
    }),
    /** Words whose comments wait under every policy. */
    commentWords: createNullableList<string>(
      { type: 'string', minLength: 1, maxLength: COMMENT_WORD_MAX },
      COMMENT_WORDS_MAX,
    ),
    /** Days after its first publication when an article takes no more comments; `null`: it always does. */
    commentCloseDays: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: COMMENT_DAYS_MAX }),
  },
  menus: {
    /** `null`: the menu of the specification, as for the footer. */
    headerMenu: createNullableList<HeaderItem>(HeaderItem, 8),
    footerLinks: createNullableList<FooterGroup>(FooterGroup, 6),
  },
  pages: {
    /** Standing pages that the laboratory does not want: the start page of the management no longer misses them. */
    unwantedPages: createNullableList<PageKey>({ type: 'string', enum: [...OPTIONAL_PAGES] }, OPTIONAL_PAGES.length),
  },
  links: {
    navigation: createNullableList<OtherSites>(OtherSites, 20),
  },
  home: {
    /** `null`: every section, in the default order. */
    homeSections: createNullableList<PlacedSection>(placedSection, Object.keys(HOME_SECTIONS).length),
    /** Two lines of the headline. */
    homeTitle: createText(10),
    homeTitleEnd: createText(10),
    homeLead: createText(80),
    servicesLead: createText(80),
    /** Steps of testing a sample, with commas between them. */
    homeSteps: createText(40),
    homeServices: createNullableList<HomeService>(homeService, HOME_MAX.services),
    /** Titles of entries in the encyclopedia; `null`: chosen by the site. */
    homeGems: createNullableList<string>({ type: 'string', minLength: 1, maxLength: 100 }, HOME_MAX.gems),
    impartialityTitle: createText(12),
    impartialityText: createText(120),
    homeStandards: createNullableList<HomeStandard>(homeStandard, HOME_MAX.standards),
    qualificationsLead: createText(80),
    qualifications: createNullableList<Qualification>(qualification, HOME_MAX.qualifications),
    paragraphTitle: createText(12),
    /** Markdown. */
    paragraph: createText(2000),
    /** Leads of the lists of news and research. */
    newsLead: createText(60),
    researchLead: createText(60),
    /** Working days until an answer; `null`: the site promises none. */
    answerDays: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 10 }),
  },
} as const

export type SiteGroup = keyof typeof SITE_GROUPS
export type SiteMember = { [G in SiteGroup]: keyof (typeof SITE_GROUPS)[G] & string }[SiteGroup]

/** Groups that editors change too: front page, menus and standing pages. Owners alone change all others. */
export const EDITORS_SITE_GROUPS: readonly SiteGroup[] = ['home', 'menus', 'pages']

/** Groups that only owners change, with a proof of the last 15 minutes. */
export const FRESH_SITE_GROUPS: readonly SiteGroup[] = ['filing', 'login', 'desk', 'certificates', 'orders']

const brand = Type.Object(SITE_GROUPS.brand)
const contact = Type.Object(SITE_GROUPS.contact)
const filing = Type.Object(SITE_GROUPS.filing)
const bulletin = Type.Object(SITE_GROUPS.bulletin)
const lantern = Type.Object(SITE_GROUPS.lantern)
const hours = Type.Object(SITE_GROUPS.hours)
const login = Type.Object(SITE_GROUPS.login)
const desk = Type.Object(SITE_GROUPS.desk)
const certificates = Type.Object(SITE_GROUPS.certificates)
const orders = Type.Object(SITE_GROUPS.orders)
const comments = Type.Object(SITE_GROUPS.comments)
const menus = Type.Object(SITE_GROUPS.menus)
const pages = Type.Object(SITE_GROUPS.pages)
const links = Type.Object(SITE_GROUPS.links)
const home = Type.Object(SITE_GROUPS.home)

/** Every member, `null` when unset. */
export const SiteSettings = Type.Object({
  brand,
  contact,
  filing,
  bulletin,
  lantern,
  hours,
  login,
  desk,
  certificates,
  orders,
  comments,
  menus,
  pages,
  links,
  home,
})
export type SiteSettings = Static<typeof SiteSettings>

/** Members to change. */
export const SiteChange = Type.Partial(
  Type.Object({
    brand: Type.Partial(brand),
    contact: Type.Partial(contact),
    filing: Type.Partial(filing),
    bulletin: Type.Partial(bulletin),
    lantern: Type.Partial(lantern),
    hours: Type.Partial(hours),
    login: Type.Partial(login),
    desk: Type.Partial(desk),
    certificates: Type.Partial(certificates),
    orders: Type.Partial(orders),
    comments: Type.Partial(comments),
    menus: Type.Partial(menus),
    pages: Type.Partial(pages),
    links: Type.Partial(links),
    home: Type.Partial(home),
  }),
)
export type SiteChange = Static<typeof SiteChange>

/** Group of each member; names are unique over all groups. */
export const MEMBER_GROUPS = new Map<string, SiteGroup>(
  (Object.keys(SITE_GROUPS) as SiteGroup[]).flatMap((group) =>
    Object.keys(SITE_GROUPS[group]).map((member) => [member, group] as const),
  ),
)

export const siteStamp = {
  /** Version of all settings together; 0 before the first change. */
  version: Type.Integer({ minimum: 0 }),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8. */
  savedAt: nullableString,
  /** `null`: a command of the operator. */
  savedBy: nullableString,
}
