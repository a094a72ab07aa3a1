import { type Static, Type } from 'typebox'
import { ArticleListItem, Tag } from './articles.ts'
import { defineCall } from './call.ts'
import { nothing, nullable, nullableNumber, nullableString, sentence, wireDate, wireFlag, wireList } from './shapes.ts'

/** Settings of the site that an operator changes (fact sheet 4.10). */
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
  /** The variant only: 0 hides the announcement bar. */
  showBulletin: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  updateTime: Type.Optional(wireDate),
  /** Ours: telephone number as printed; the footer leaves it out when empty. */
  phone: Type.Optional(nullableString),
  /** Ours: number of the public-security filing. */
  policeRecordNum: Type.Optional(nullableString),
  /** Ours: `yyyy-MM-dd`, first day of the footer's clock. */
  startedAt: Type.Optional(wireDate),
  /** Ours: seasonal lantern decoration. */
  lantern: Type.Optional(wireFlag),
})
export type SiteInfo = Static<typeof SiteInfo>

export const getSiteInfo = defineCall({
  method: 'GET',
  path: '/v1/webSiteInfo',
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

export const getHomeData = defineCall({
  method: 'GET',
  path: '/v1/',
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

export const reportVisit = defineCall({
  method: 'GET',
  path: '/v1/report',
  access: 'public',
  summary: 'Counts a page view; fire and forget',
  data: sentence,
})

/** A category and the number of its articles. */
export const Category = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  icon: Type.Optional(nullableString),
  articleNum: Type.Optional(nullableNumber),
})
export type Category = Static<typeof Category>

export const listCategories = defineCall({
  method: 'GET',
  path: '/v1/category/',
  access: 'public',
  summary: 'All categories',
  data: Type.Array(Category),
  cache: { freshSeconds: 30, sameForAll: true },
})

/** A tag and the number of its articles. */
export const TagCount = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  articleNum: Type.Optional(nullableNumber),
})
export type TagCount = Static<typeof TagCount>

export const listTags = defineCall({
  method: 'GET',
  path: '/v1/tag/',
  access: 'public',
  summary: 'All tags',
  data: Type.Array(TagCount),
  cache: { freshSeconds: 30, sameForAll: true },
})

/** Hot searches of one source; the list stands at `data.data` as the trend service sends it. */
export const getHotSearches = defineCall({
  method: 'GET',
  path: '/v1/hot',
  access: 'public',
  summary: 'Hot searches of one source, or of this site (`site`)',
  query: Type.Object({
    type: Type.Union([
      Type.Literal('site'),
      Type.Literal('baidu'),
      Type.Literal('weibo'),
      Type.Literal('zhihu'),
      Type.Literal('csdn'),
      Type.Literal('toutiao'),
    ]),
  }),
  data: Type.Object({
    code: Type.Optional(nullableNumber),
    data: Type.Array(
      Type.Object({
        keyword: Type.Optional(nullableString),
        title: Type.Optional(nullableString),
        url: Type.Optional(nullableString),
      }),
    ),
  }),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const NavigationGroup = Type.Object({
  siteClassName: Type.String(),
  navigations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      siteClassId: Type.Optional(nullableNumber),
      name: Type.String(),
      url: Type.String(),
      logo: Type.Optional(nullableString),
      info: Type.Optional(nullableString),
      createTime: Type.Optional(wireDate),
      updateTime: Type.Optional(wireDate),
    }),
  ),
})
export type NavigationGroup = Static<typeof NavigationGroup>

export const listNavigations = defineCall({
  method: 'GET',
  path: '/v1/site/getNavigations',
  access: 'public',
  summary: 'Other sites, in groups',
  data: Type.Array(NavigationGroup),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const listLinks = defineCall({
  method: 'GET',
  path: '/v1/link/',
  access: 'public',
  summary: 'Friend links that are shown',
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      url: Type.String(),
      avatar: Type.Optional(nullableString),
      info: Type.Optional(nullableString),
    }),
  ),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const applyLink = defineCall({
  method: 'POST',
  path: '/v1/link/',
  access: 'public',
  summary: 'Applies for a friend link',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    url: Type.String({ minLength: 1, maxLength: 255 }),
    avatar: Type.Optional(Type.String({ maxLength: 1024 })),
    info: Type.Optional(Type.String({ maxLength: 255 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  }),
  data: nothing,
})

export const listBoardMessages = defineCall({
  method: 'GET',
  path: '/v1/message/',
  access: 'public',
  summary: 'Messages of the board',
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      nickname: Type.Optional(nullableString),
      avatar: Type.Optional(nullableString),
      content: Type.String(),
      /** Seconds to cross the screen, 10–20. */
      time: Type.Optional(nullableNumber),
      ipAddress: Type.Optional(nullableString),
      ipSource: Type.Optional(nullableString),
      status: Type.Optional(nullableNumber),
      createTime: Type.Optional(wireDate),
    }),
  ),
})

export const postBoardMessage = defineCall({
  method: 'POST',
  path: '/v1/message/',
  access: 'public',
  summary: 'Leaves a message on the board',
  body: Type.Object({
    nickname: Type.Optional(Type.String({ maxLength: 64 })),
    avatar: Type.Optional(Type.String({ maxLength: 1024 })),
    content: Type.String({ minLength: 1, maxLength: 255 }),
    time: Type.Optional(Type.Integer({ minimum: 10, maximum: 20 })),
    status: Type.Optional(Type.Integer()),
  }),
  data: sentence,
})

export const sendFeedback = defineCall({
  method: 'POST',
  path: '/v1/feedback/',
  access: 'member',
  summary: 'A wish (1) or a defect (2)',
  body: Type.Object({
    type: Type.Union([Type.Integer({ minimum: 1, maximum: 2 }), Type.String({ pattern: '^[12]$' })]),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    content: Type.String({ minLength: 1, maxLength: 255 }),
    imgUrl: Type.Optional(Type.String({ maxLength: 1024 })),
    status: Type.Optional(Type.Integer()),
  }),
  data: nothing,
})

export const uploadFile = defineCall({
  method: 'POST',
  path: '/file/upload',
  access: 'member',
  summary: 'Stores a picture or video of at most 10 MB and answers its address',
  upload: 'multipartFile',
  data: Type.String(),
})

/** Names as `/file/upload` of the reference upstream makes them, and those of the demo pictures. */
export const FILE_NAME_PATTERN = '^[A-Za-z0-9_-]{1,80}\\.(?:svg|png|jpe?g|gif|webp|avif|mp4)$'

export const getFile = defineCall({
  method: 'GET',
  path: '/file/img/{name}',
  access: 'public',
  summary: 'An uploaded or demo picture; immutable',
  params: Type.Object({ name: Type.String({ pattern: FILE_NAME_PATTERN }) }),
  data: Type.Unknown(),
  file: true,
})

const sourceParams = Type.Object({ source: Type.String({ pattern: '^[a-z]{2,16}$' }) })

export const returnFromProvider = defineCall({
  method: 'GET',
  path: '/oauth/callback/{source}',
  access: 'public',
  summary: 'Where a social-login provider sends the browser back; answers a redirect to `/?token=…`',
  params: sourceParams,
  query: Type.Object({ code: Type.Optional(Type.String()), state: Type.Optional(Type.String()) }),
  data: Type.Unknown(),
  reachedBy: 'provider',
})

const wechatSignature = Type.Object({
  signature: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  echostr: Type.Optional(Type.String()),
})

export const checkWechatSignature = defineCall({
  method: 'GET',
  path: '/wechat',
  access: 'public',
  summary: "The official account platform's signature check; plain text",
  query: wechatSignature,
  data: Type.Unknown(),
  reachedBy: 'platform',
})

export const receiveWechatMessage = defineCall({
  method: 'POST',
  path: '/wechat',
  access: 'public',
  summary: 'A message to the official account; XML in and out',
  query: wechatSignature,
  data: Type.Unknown(),
  reachedBy: 'platform',
})

export const siteCalls = [
  getSiteInfo,
  getHomeData,
  reportVisit,
  listCategories,
  listTags,
  getHotSearches,
  listNavigations,
  listLinks,
  applyLink,
  listBoardMessages,
  postBoardMessage,
  sendFeedback,
  uploadFile,
  getFile,
  returnFromProvider,
  checkWechatSignature,
  receiveWechatMessage,
] as const
