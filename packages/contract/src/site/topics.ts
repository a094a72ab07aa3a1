import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString, numericId } from '../shapes.ts'

/** Ours: categories and tags, together called «topics». */

export const TOPIC_NAME_MAX = 20

const SHOWN_BY = [
  '/v1/category/',
  '/v1/tag/',
  '/v1/article/',
  '/v1/article/category',
  '/v1/article/info',
  '/v1/',
] as const
const version = Type.Integer({ minimum: 0 })
const topicName = Type.String({ minLength: 1, maxLength: TOPIC_NAME_MAX })
const kind = Type.Unsafe<TopicKind>({ type: 'string', enum: ['category', 'tag'] })
export type TopicKind = 'category' | 'tag'

export const ManagedTopic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  version,
  /** Number of published articles. */
  articles: Type.Integer(),
  /** A category in the header, which cannot be renamed or merged into another. */
  isFixed: Type.Boolean(),
})
export type ManagedTopic = Static<typeof ManagedTopic>

export const listManagedCategories = defineCall('GET /v1/manage/categories', {
  access: 'staff',
  summary: 'Ours: all categories in their order, and where merged ones lead',
  data: Type.Object({
    records: Type.Array(ManagedTopic),
    merged: Type.Array(Type.Object({ kind, name: Type.String(), into: nullableString, time: Type.String() })),
  }),
})

export const listManagedTags = defineCall('GET /v1/manage/tags', {
  access: 'staff',
  summary: 'Ours: tags in their order, 50 a page',
  query: Type.Object({
    /** Part of the name. */
    keyword: Type.Optional(Type.String({ maxLength: TOPIC_NAME_MAX })),
    /** Id of the last tag of the previous page. */
    after: Type.Optional(numericId),
  }),
  data: Type.Object({ records: Type.Array(ManagedTopic), hasMore: Type.Boolean() }),
})

export const addTopic = defineCall('POST /v1/manage/topics', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: adds a tag, or by an owner a category, as the last one',
  body: Type.Object({ kind, name: topicName }),
  data: Type.Object({ id: Type.Integer() }),
  audit: 'topic.add',
  invalidates: SHOWN_BY,
})

export const renameTopic = defineCall('PUT /v1/manage/topics/{topicId}', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: renames a category or a tag',
  params: Type.Object({ topicId: numericId }),
  body: Type.Object({ kind, version, name: topicName }),
  data: nothing,
  audit: 'topic.rename',
  invalidates: SHOWN_BY,
})

export const moveTopic = defineCall('POST /v1/manage/topics/{topicId}/move', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: puts a category or a tag in front of another, or at the end',
  params: Type.Object({ topicId: numericId }),
  body: Type.Object({ kind, before: Type.Optional(numericId) }),
  data: nothing,
  audit: 'topic.move',
  invalidates: SHOWN_BY,
})

export const mergeTopics = defineCall('POST /v1/manage/topics/{topicId}/merge', {
  access: 'staff',
  duties: ['owner'],
  summary:
    'Ours: moves all articles of a category or tag to another one and removes it; its addresses lead to the other',
  params: Type.Object({ topicId: numericId }),
  body: Type.Object({ kind, version, into: numericId }),
  /** Number of articles that were moved. */
  data: Type.Object({ articles: Type.Integer() }),
  audit: 'topic.merge',
  invalidates: SHOWN_BY,
})

export const topicCalls = [
  listManagedCategories,
  listManagedTags,
  addTopic,
  renameTopic,
  moveTopic,
  mergeTopics,
] as const
