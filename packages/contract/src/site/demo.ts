import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'

/** Ours: the demo content of a site, and its removal. */

/** Kinds of records in the demo content. */
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

/** Kinds of records that others have added to it, and that are removed with it. */
export const ADDED_KINDS = ['comment', 'postComment', 'message', 'like', 'favourite', 'edit'] as const
export type AddedKind = (typeof ADDED_KINDS)[number]

/** Maximum number of examples for each kind. */
export const DEMO_EXAMPLES_MAX = 3

const countAndExamples = {
  count: Type.Integer(),
  /** Titles, names or first words of texts. */
  examples: Type.Array(Type.String()),
}

const DemoContent = Type.Object({
  /** Counts by kind; kinds without records are left out. */
  invented: Type.Array(
    Type.Object({ kind: Type.Unsafe<DemoKind>({ type: 'string', enum: [...DEMO_KINDS] }), ...countAndExamples }),
  ),
  /** `edit`: invented articles that staff have changed. */
  added: Type.Array(
    Type.Object({ kind: Type.Unsafe<AddedKind>({ type: 'string', enum: [...ADDED_KINDS] }), ...countAndExamples }),
  ),
  /** `null`: upstream makes the backup. Otherwise the operator's command for a backup, because PostgreSQL has its own tools. */
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
    /** The operator confirms a backup; required where upstream cannot make one. */
    hasBackup: Type.Optional(Type.Unsafe<'yes'>({ type: 'string', enum: ['yes'] })),
  }),
  data: Type.Object({
    /** Folder of the backup on the server; `null` when the operator made it. */
    backup: nullableString,
    /** Command that restores the backup while the site is stopped. */
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
