import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableNumber, nullableString, proof, sentence, wireDate } from '../shapes.ts'

/** Hot searches of one source; the list is at `data.data`, the form of the trend service. */
export const getHotSearches = defineCall('GET /v1/hot', {
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

/** Ours: counts a search whose results were shown. Pages report it, because the site's cache answers searches while the visitor types. */
export const reportSearch = defineCall('POST /v1/hot', {
  access: 'public',
  summary: 'Counts a search of this site whose hits a visitor was shown; fire and forget',
  body: Type.Object({ keyword: Type.String({ maxLength: 100 }) }),
  data: nothing,
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

export const listNavigations = defineCall('GET /v1/site/getNavigations', {
  access: 'public',
  summary: 'Other sites, in groups',
  data: Type.Array(NavigationGroup),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const listLinks = defineCall('GET /v1/link/', {
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

export const applyLink = defineCall('POST /v1/link/', {
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

export const listBoardMessages = defineCall('GET /v1/message/', {
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

export const postBoardMessage = defineCall('POST /v1/message/', {
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

export const sendFeedback = defineCall('POST /v1/feedback/', {
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

const feedbackType = Type.Union([Type.Literal(1), Type.Literal(2)])

/** Ours: a visitor's feedback, which is answered by mail. The BFF requires a proof of work each time. */
export const sendVisitorFeedback = defineCall('POST /v1/feedback/visitor', {
  access: 'public',
  summary: 'A wish (1) or a defect (2) of a visitor, with the mail address to answer to',
  body: Type.Object({
    type: feedbackType,
    title: Type.String({ minLength: 1, maxLength: 100 }),
    content: Type.String({ minLength: 1, maxLength: 255 }),
    email: Type.String({ minLength: 3, maxLength: 254 }),
    proof,
  }),
  data: nothing,
  rateLimited: true,
})

export const directoryCalls = [
  getHotSearches,
  reportSearch,
  listNavigations,
  listLinks,
  applyLink,
  listBoardMessages,
  postBoardMessage,
  sendFeedback,
  sendVisitorFeedback,
] as const
