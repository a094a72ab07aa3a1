import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'

/** Ours: the demo content of a site, and its removal. */

/** What the demo content consists of. */
export const DEMO_KINDS = [
  'article',
  'page',
  'tag',
  'certificate',
  'comment',
  'post',
  'postComment',
  'message',
  'user',
  'navigation',
  'setting',
  'search',
] as const
export type DemoKind = (typeof DEMO_KINDS)[number]

/** What others have added to it, and what goes with it. */
export const ADDED_KINDS = ['comment', 'postComment', 'message', 'like', 'favourite', 'edit'] as const
export type AddedKind = (typeof ADDED_KINDS)[number]

/** Of each kind. */
export const DEMO_EXAMPLES_MAX = 3

const counted = {
  count: Type.Integer(),
  /** Titles, names or beginnings of texts. */
  examples: Type.Array(Type.String()),
}

const DemoContent = Type.Object({
  /** Kinds that there are none of are left out. */
  invented: Type.Array(
    Type.Object({ kind: Type.Unsafe<DemoKind>({ type: 'string', enum: [...DEMO_KINDS] }), ...counted }),
  ),
  /** `edit`: invented articles that staff have changed. */
  added: Type.Array(
    Type.Object({ kind: Type.Unsafe<AddedKind>({ type: 'string', enum: [...ADDED_KINDS] }), ...counted }),
  ),
  /** `null`: upstream makes the backup. Else the command that makes one: PostgreSQL is backed up by its own tools. */
  backupCommand: nullableString,
})
export type DemoContent = Static<typeof DemoContent>

export const getDemoContent = defineCall('GET /v1/manage/demo', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: the demo content of this site, and what others have added to it',
  data: DemoContent,
})

export const removeDemoContent = defineCall('DELETE /v1/manage/demo', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  summary: 'Ours: removes the demo content and what others have added to it, in one transaction after a backup',
  query: Type.Object({
    /** The operator has made a backup; required where upstream cannot. */
    hasBackup: Type.Optional(Type.Unsafe<'yes'>({ type: 'string', enum: ['yes'] })),
  }),
  data: Type.Object({
    /** Folder on the server; `null` where the operator made one. */
    backup: nullableString,
    /** The command that restores it, with the site stopped. */
    restoreCommand: nullableString,
  }),
  audit: 'demo.remove',
  invalidates: [
    '/v1/',
    '/v1/article/',
    '/v1/article/category',
    '/v1/article/info',
    '/v1/article/search',
    '/v1/article/archive',
    '/v1/category/',
    '/v1/tag/',
    '/v1/say/getSayList',
    '/v1/site/getNavigations',
    '/v1/webSiteInfo',
  ],
})

export const demoCalls = [getDemoContent, removeDemoContent] as const
