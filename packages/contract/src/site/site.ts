import { type Static, Type } from 'typebox'
import { ArticleListItem, Tag } from '../articles/articles.ts'
import { defineCall } from '../call.ts'
import { PAGE_PATHS, type PagePath } from '../paths/page-paths.ts'
import { nullable, nullableNumber, nullableString, sentence, wireDate, wireFlag, wireList } from '../shapes.ts'
import { FooterGroup } from './site-settings.ts'

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
  /** Ours: links of the footer; the default links are shown when left out. */
  footerLinks: Type.Optional(nullable(Type.Array(FooterGroup))),
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
  html: { bulletin: 'inline', aboutMe: 'article' },
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
  summary: 'Counts a page view; fire and forget',
  query: Type.Object({
    /** Ours: pattern of the visited page, never with an id. The BFF derives it from the address that the browser sends. */
    path: Type.Optional(Type.Unsafe<PagePath>({ type: 'string', enum: [...PAGE_PATHS] })),
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

export const siteCalls = [getSiteInfo, getLicence, getHomeData, reportVisit, listCategories, listTags] as const
