import { type Static, Type } from 'typebox'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificates/certificate-states.ts'
import { DEMANDS, type Demand } from '../certificates/rules/required-fields.ts'
import { nullableString } from '../shapes.ts'

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

export const FooterGroup = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 20 }),
  links: Type.Array(
    Type.Object({
      text: Type.String({ minLength: 1, maxLength: 30 }),
      /** A path of this site, or an address with https or http. */
      to: Type.String({ minLength: 1, maxLength: 300 }),
    }),
    { maxItems: 12 },
  ),
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

const createNullableList = <T>(items: object, maxItems: number) =>
  Type.Unsafe<T[] | null>({ type: ['array', 'null'], items, maxItems })

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
  bulletin: { bulletin: createText(500), bulletinFrom: minute, bulletinUntil: minute },
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
  links: {
    /** `null`: the default links. */
    footerLinks: createNullableList<FooterGroup>(FooterGroup, 6),
    navigation: createNullableList<OtherSites>(OtherSites, 20),
  },
} as const

export type SiteGroup = keyof typeof SITE_GROUPS
export type SiteMember = { [G in SiteGroup]: keyof (typeof SITE_GROUPS)[G] & string }[SiteGroup]

/** Groups that only owners change, with a proof of the last 15 minutes. */
export const FRESH_SITE_GROUPS: readonly SiteGroup[] = ['filing', 'login', 'desk', 'certificates']

const brand = Type.Object(SITE_GROUPS.brand)
const contact = Type.Object(SITE_GROUPS.contact)
const filing = Type.Object(SITE_GROUPS.filing)
const bulletin = Type.Object(SITE_GROUPS.bulletin)
const lantern = Type.Object(SITE_GROUPS.lantern)
const hours = Type.Object(SITE_GROUPS.hours)
const login = Type.Object(SITE_GROUPS.login)
const desk = Type.Object(SITE_GROUPS.desk)
const certificates = Type.Object(SITE_GROUPS.certificates)
const links = Type.Object(SITE_GROUPS.links)

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
  links,
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
    links: Type.Partial(links),
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
