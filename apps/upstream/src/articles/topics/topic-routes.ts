import {
  addTopic,
  listManagedCategories,
  listManagedTags,
  mergeTopics,
  moveTopic,
  renameTopic,
  type TopicKind,
} from '@portal/contract/site/topics.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import {
  findTopic,
  insertTopic,
  listCategories,
  listTags,
  lockTopic,
  merge,
  move,
  rename,
  requireChangeable,
  requireFreeName,
} from './topic-repository.ts'

const NAME_MAX = 20
/** Maximum number of merged topics in the list. */
const MERGED_MAX = 100

interface Options {
  digest: Digest
  db: Db
  now: () => number
}

/** Routes by which staff manage categories and tags. */
export const topicRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now } = options

  addRoute(app, listManagedCategories, async () => {
    return ok({ records: await listCategories(db), merged: await listMerged(db) })
  })

  addRoute(app, listManagedTags, async ({ query }) => ok(await listTags(db, query.keyword?.trim(), query.after)))

  addManagedRoute(app, options, addTopic, async ({ request, account, trx, record }) => {
    const { kind } = request.body
    if (kind === 'category' && !account.duties.includes('owner')) throw badInput('栏目由负责人添加')
    const name = parseName(request.body.name)
    await requireFreeName(trx, kind, name)
    const id = await insertTopic(trx, kind, name, now())
    record({ kind, id: String(id), name })
    return ok({ id })
  })

  addManagedRoute(app, options, renameTopic, async ({ request, trx, record }) => {
    const { kind, version } = request.body
    const topic = await lockTopic(trx, kind, request.params.topicId)
    const name = parseName(request.body.name)
    record({
      kind,
      id: String(topic.id),
      name: topic.name,
      changes: [{ member: 'name', before: topic.name, after: name }],
    })
    requireChangeable(kind, topic, version)
    if (name === topic.name) return ok(null)
    await requireFreeName(trx, kind, name)
    await rename(trx, kind, topic.id, name)
    return ok(null)
  })

  addManagedRoute(app, options, moveTopic, async ({ request, trx, record }) => {
    const { kind, before } = request.body
    const topic = await lockTopic(trx, kind, request.params.topicId)
    record({ kind, id: String(topic.id), name: topic.name })
    if (before !== topic.id) await move(trx, kind, topic.id, before)
    return ok(null)
  })

  addManagedRoute(app, options, mergeTopics, async ({ request, trx, record }) => {
    const { kind, version, into: intoId } = request.body
    const { topicId } = request.params
    // Locks topics in the same order in every merge, so that two merges do not deadlock.
    for (const id of [topicId, intoId].toSorted((one, other) => one - other)) await lockTopic(trx, kind, id)
    const from = await findTopic(trx, kind, topicId)
    const target = await findTopic(trx, kind, intoId)
    const changes = [{ member: 'into', before: null, after: target.name }]
    record({ kind, id: String(from.id), name: from.name, changes })
    requireChangeable(kind, from, version)
    if (from.id === target.id) throw badInput('请选择另一个')
    return ok({ articles: await merge(trx, kind, from, target, now()) })
  })
}

async function listMerged(db: Db) {
  const rows = await db
    .selectFrom('merged_topics')
    .leftJoin('categories', 'categories.id', 'merged_topics.into_id')
    .leftJoin('tags', 'tags.id', 'merged_topics.into_id')
    .select(['merged_topics.kind', 'merged_topics.name', 'merged_topics.at'])
    .select(['categories.name as categoryName', 'tags.name as tagName'])
    .orderBy('merged_topics.at', 'desc')
    .limit(MERGED_MAX)
    .execute()
  return rows.map(({ kind, name, at, categoryName, tagName }) => ({
    kind: kind as TopicKind,
    name,
    time: toWireDateTime(at),
    into: kind === 'category' ? categoryName : tagName,
  }))
}

/** @throws AppError for an empty one */
function parseName(typed: string): string {
  const name = toOneLine(typed, NAME_MAX).trim()
  if (name === '') throw badInput('请填写名称')
  return name
}
