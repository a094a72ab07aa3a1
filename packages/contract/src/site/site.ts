import { type Static, Type } from 'typebox'
import { ArticleListItem, Tag } from '../articles/articles.ts'
import { defineCall } from '../call.ts'
import { PAGE_PATHS, type PagePath } from '../paths/page-paths.ts'
import {
  nullable,
  nullableNumber,
  nullableString,
  numericId,
  sentence,
  wireDate,
  wireFlag,
  wireList,
} from '../shapes.ts'
import { HOME_SECTIONS, type HomeSection, SERVICE_FIGURES, type ServiceFigure } from './home-sections.ts'

/** A link of a menu, as readers see it. */
const shownLink = { text: Type.String(), to: Type.String(), note: Type.Optional(Type.String()) }
const ShownLink = Type.Object(shownLink)

/** An entry of the header: a link, or a heading with links. */
const ShownItem = Type.Object({ ...shownLink, links: Type.Optional(Type.Array(ShownLink)) })
export type ShownItem = Static<typeof ShownItem>

const ShownGroup = Type.Object({ title: Type.String(), links: Type.Array(ShownLink) })
export type ShownGroup = Static<typeof ShownGroup>

/** Settings of the site that an operator changes. */
export const SiteInfo = Type.Object({
  id: Type.Optional(nullableNumber),
  logo: Type.Optional(nullableString),
  name: Type.Optional(nullableString),
  webUrl: Type.Optional(nullableString),
  summary: Type.Optional(nullableString),
  keyword: Type.Optional(nullableString),
  author: Type.Optional(nullableString),
  /** ICP filing number. */
  recordNum: Type.Optional(nullableString),
  aliPay: Type.Optional(nullableString),
  weixinPay: Type.Optional(nullableString),
  github: Type.Optional(nullableString),
  gitee: Type.Optional(nullableString),
  qqNumber: Type.Optional(nullableString),
  qqGroup: Type.Optional(nullableString),
  email: Type.Optional(nullableString),
  wechat: Type.Optional(nullableString),
  /** Ours: picture of the official account's QR code for logging in; left out when WeChat login is not offered. */
  wechatQr: Type.Optional(nullableString),
  /** Contacts shown: 1 e-mail, 2 QQ, 3 GitHub, 4 Gitee, 5 WeChat, 6 QQ group. */
  showList: Type.Optional(wireList),
  /** Login types offered, see `LOGIN_TYPE`. */
  loginTypeList: Type.Optional(wireList),
  authorInfo: Type.Optional(nullableString),
  authorAvatar: Type.Optional(nullableString),
  touristAvatar: Type.Optional(nullableString),
  /** HTML of the announcement bar; empty when there is none. */
  bulletin: Type.Optional(nullableString),
  /** HTML of the about page. */
  aboutMe: Type.Optional(nullableString),
  isMusicPlayer: Type.Optional(nullableNumber),
  openComment: Type.Optional(nullableNumber),
  openAdmiration: Type.Optional(nullableNumber),
  /** Only the variant upstream sends it: 0 hides the announcement bar. */
  showBulletin: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  updateTime: Type.Optional(wireDate),
  /** Ours: English name of the organisation; left out when it is not set. */
  nameEn: Type.Optional(nullableString),
  /** Ours: telephone number as printed; the footer omits an empty one. */
  phone: Type.Optional(nullableString),
  /** Ours: address for handing in samples; omitted when empty. */
  visitAddress: Type.Optional(nullableString),
  /** Ours: e.g. `周一至周五 9:00–17:00`. */
  openingHours: Type.Optional(nullableString),
  /** Ours: number of the public-security filing. */
  policeRecordNum: Type.Optional(nullableString),
  /** Ours: `yyyy-MM-dd`, first day of the footer's clock. */
  startedAt: Type.Optional(wireDate),
  /** Ours: seasonal lantern decoration. */
  lantern: Type.Optional(wireFlag),
  /** Ours: picture of the seal. */
  seal: Type.Optional(nullableString),
  /** Ours: the footer's clock is hidden. */
  hidesClock: Type.Optional(wireFlag),
  /** Ours: holidays and made-up working days of the next weeks, e.g. `春节 2月4日至2月12日 休息`. */
  holidays: Type.Optional(nullableString),
  /** Ours: entries of the header that lead somewhere; clients show the menu of the specification when it is left out. */
  headerMenu: Type.Optional(nullable(Type.Array(ShownItem))),
  /** Ours: the same for the footer. */
  footerLinks: Type.Optional(nullable(Type.Array(ShownGroup))),
  /** Ours: paths of standing pages that are not published; clients show no links to them. */
  closedPages: Type.Optional(nullable(Type.Array(Type.String()))),
  /** Ours: working days until an answer; left out when the site promises none. */
  answerDays: Type.Optional(nullableNumber),
})
export type SiteInfo = Static<typeof SiteInfo>

export const getSiteInfo = defineCall('GET /v1/webSiteInfo', {
  access: 'public',
  summary: 'Site settings; page views and visitors in `extra`',
  data: SiteInfo,
  extra: Type.Object({
    siteAccess: Type.Optional(Type.Integer()),
    visitorAccess: Type.Optional(Type.Integer()),
  }),
  cache: { freshSeconds: 10, sameForAll: true },
  html: { bulletin: 'notice', aboutMe: 'article' },
})

/** Ours: a call of its own, because every page contains the site info. */
export const getLicence = defineCall('GET /v1/site/licence', {
  access: 'public',
  summary: 'Ours: what the organisation publishes of its business licence',
  data: Type.Object({
    /** Unified social credit code (GB 32100-2015); `null`: not set. */
    creditCode: nullableString,
  }),
  cache: { freshSeconds: 10, sameForAll: true },
})

/** Texts and order of the front page, with neutral texts where none are set. */
export const HomeContent = Type.Object({
  /** One or two lines of the headline. */
  title: Type.Array(Type.String()),
  lead: Type.String(),
  /** Sections that are shown, in order. A section without texts is left out. */
  sections: Type.Array(Type.Unsafe<HomeSection>({ type: 'string', enum: Object.keys(HOME_SECTIONS) })),
  servicesLead: Type.String(),
  steps: Type.Array(Type.String()),
  services: Type.Array(
    Type.Object({
      name: Type.String(),
      tests: Type.Array(Type.String()),
      standards: Type.Array(Type.String()),
      figure: Type.Unsafe<ServiceFigure>({ type: 'string', enum: Object.keys(SERVICE_FIGURES) }),
    }),
  ),
  /** Titles of the chosen entries of the encyclopedia; empty: chosen by the client. */
  gems: Type.Array(Type.String()),
  impartialityTitle: nullableString,
  impartialityText: nullableString,
  standards: Type.Array(Type.Object({ number: Type.String(), name: Type.String() })),
  /** Another upstream leaves these out and has no such section. */
  qualificationsLead: Type.Optional(nullableString),
  qualifications: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), note: Type.String(), url: Type.String() })),
  ),
  paragraphTitle: nullableString,
  /** HTML. */
  paragraph: nullableString,
})
export type HomeContent = Static<typeof HomeContent>

/** Ours: a call of its own, because every page contains the site info. */
export const getHomeContent = defineCall('GET /v1/site/home', {
  access: 'public',
  summary: 'Ours: texts and sections of the front page',
  data: HomeContent,
  cache: { freshSeconds: 10, sameForAll: true },
  html: { paragraph: 'article' },
})

export const getHomeData = defineCall('GET /v1/', {
  access: 'public',
  summary: 'Carousel, recommended articles and tags, all in `extra`',
  data: Type.Unknown(),
  extra: Type.Object({
    articles: Type.Optional(nullable(Type.Array(ArticleListItem))),
    newArticleList: Type.Optional(nullable(Type.Array(ArticleListItem))),
    tagCloud: Type.Optional(nullable(Type.Array(Tag))),
  }),
  cache: { freshSeconds: 10, sameForAll: true },
})

export const reportVisit = defineCall('GET /v1/report', {
  access: 'public',
  summary: 'Counts a page view, or one of an article; fire and forget',
  query: Type.Object({
    /** Ours: pattern of the visited page, never with an id. The BFF derives it from the address that the browser sends. */
    path: Type.Optional(Type.Unsafe<PagePath>({ type: 'string', enum: [...PAGE_PATHS] })),
    /** Ours: number of an article that was opened; the call counts this alone. */
    article: Type.Optional(numericId),
    /** Ours: `end` once the reader has seen the end of the article. */
    step: Type.Optional(Type.Unsafe<'open' | 'end'>({ type: 'string', enum: ['open', 'end'] })),
    /** Ours: host of the page that led to the article, `self` for this site; left out when there is none. */
    from: Type.Optional(Type.String({ pattern: '^[a-z\\d.-]{1,100}$', examples: ['www.example.com'] })),
  }),
  changesState: true,
  data: sentence,
})

/** Ours: merged topics by their old id; an address with that id leads to `into`. */
const mergedTopics = Type.Object({
  merged: Type.Optional(Type.Array(Type.Object({ from: Type.Integer(), into: Type.Integer() }))),
})

/** A category and the number of its articles. */
export const Category = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  icon: Type.Optional(nullableString),
  articleNum: Type.Optional(nullableNumber),
  /** Ours: sentence above the list of its articles. */
  lead: Type.Optional(nullableString),
})
export type Category = Static<typeof Category>

export const listCategories = defineCall('GET /v1/category/', {
  access: 'public',
  summary: 'All categories',
  data: Type.Array(Category),
  extra: mergedTopics,
  cache: { freshSeconds: 30, sameForAll: true },
})

/** A tag and the number of its articles. */
export const TagCount = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  articleNum: Type.Optional(nullableNumber),
})
export type TagCount = Static<typeof TagCount>

export const listTags = defineCall('GET /v1/tag/', {
  access: 'public',
  summary: 'All tags',
  data: Type.Array(TagCount),
  extra: mergedTopics,
  cache: { freshSeconds: 30, sameForAll: true },
})

export const siteCalls = [
  getSiteInfo,
  getLicence,
  getHomeContent,
  getHomeData,
  reportVisit,
  listCategories,
  listTags,
] as const
