import { describe, expect, it } from 'vitest'
import { BFF_LAYERS, findCycles, findViolations, UPSTREAM_LAYERS } from './import-rules.ts'
import { findShippedSchemas } from './schema-rule.ts'
import { readSources } from './source-files.ts'

const sources = readSources()

describe('import rules', () => {
  it('hold in every file', () => {
    expect(sources.size).toBeGreaterThan(20)
    expect(findViolations(sources)).toEqual([])
  })

  it.each([
    ['packages/contract/src/call.ts', `import { readConfig } from '../../../apps/bff/src/config/config.ts'`],
    ['apps/web/src/lib/format.ts', `import { Button } from '#ui/button.tsx'`],
    ['apps/web/src/ui/forms/button.tsx', `import type { Article } from '@portal/contract/articles/articles.ts'`],
    ['apps/web/src/features/posts/posts-page.tsx', `import { links } from '#app/site.ts'`],
    ['apps/web/src/features/posts/posts-page.tsx', `import { ArticleCard } from '#features/articles/article-card.tsx'`],
    ['apps/web/src/features/posts/posts-page.tsx', `export * from '../articles/article-card.tsx'`],
    ['apps/web/src/app/routes.tsx', `const page = await import('../../../bff/src/app.ts')`],
    ['apps/bff/src/app.ts', `type Config = import('@portal/upstream/src/config.ts').Config`],
    ['apps/web/src/app/routes.tsx', `import { Panel } from '#manage/controls/layout/panel.tsx'`],
    ['apps/web/src/manage/audit/audit-page.tsx', `import { Shell } from '#app/shell/shell.tsx'`],
    ['apps/web/src/manage/audit/audit-page.tsx', `import { Methods } from '#manage/security/methods.tsx'`],
    ['apps/web/src/manage/controls/layout/panel.tsx', `import { useStaff } from '#manage/staff/staff-store.ts'`],
    ['packages/server/src/drain.ts', `import { readConfig } from '@portal/bff/src/config/config.ts'`],
    ['apps/bff/src/calls/call-service.ts', `import { createChat } from '#chat/create-chat.ts'`],
    ['apps/bff/src/cache/stale-cache.ts', `import type { Tracing } from '#observability/tracing.ts'`],
    ['apps/bff/src/request/caller.ts', `import { pageRoutes } from '../routes/pages/page-routes.ts'`],
    ['apps/bff/src/calls/call-service.ts', `import { createAttic } from '#attic/attic.ts'`],
    ['apps/upstream/src/app.ts', `import { root } from '../../../scripts/repository.ts'`],
    ['apps/upstream/src/app.ts', `import { fakeMail } from '#testing/fake-mail.ts'`],
    ['apps/upstream/src/log/append.ts', `import { findWork } from '#certificates/desk/pending-changes.ts'`],
    ['apps/upstream/src/accounts/own/erasure.ts', `import type { Dependencies } from '#dependencies.ts'`],
  ])('report a violation planted in %s', (file, text) => {
    expect(findViolations(new Map([[file, text]]))).toHaveLength(1)
  })

  it.each([
    ['apps/web/src/features/posts/posts-page.tsx', `import { Button } from '#ui/button.tsx'`],
    ['apps/web/src/features/posts/posts-page.tsx', `import { PostCard } from './post-card.tsx'`],
    ['apps/web/src/features/posts/posts-page.test.tsx', `import { routes } from '#app/routes.tsx'`],
    ['apps/web/src/manage/audit/audit-page.tsx', `import { useStaff } from '#manage/staff/staff-store.ts'`],
    ['apps/web/src/manage/staff/gate.tsx', `import { Panel } from '#manage/controls/layout/panel.tsx'`],
    ['apps/web/src/manage/entry-manage.tsx', `import '#styles/main.css'`],
    ['apps/bff/src/app.ts', `import { calls } from '@portal/contract/calls.ts'`],
    ['apps/upstream/src/main.ts', `import { prepareDrain } from '@portal/server/drain.ts'`],
    ['apps/bff/src/app.ts', `import fastify from 'fastify'`],
    ['apps/bff/src/calls/call-service.ts', `import { StaleCache } from '#cache/stale-cache.ts'`],
    ['apps/bff/src/chat/sources/user-source.ts', `import type { ChatEvent } from '../chat-event.ts'`],
  ])('allow the imports of %s', (file, text) => {
    expect(findViolations(new Map([[file, text]]))).toEqual([])
  })
})

describe('the layers of a server', () => {
  it.each([
    ['bff', BFF_LAYERS],
    ['upstream', UPSTREAM_LAYERS],
  ])('contain every folder and root file of apps/%s', (app, layers) => {
    const rooms = [...sources.keys()].flatMap((file) => new RegExp(`^apps/${app}/src/([^/]+)`).exec(file)?.[1] ?? [])
    const sourceRooms = new Set(rooms.filter((room) => !/\.test\.ts$|^testing$|^attacks$/.test(room)))
    expect(layers.flat()).toEqual(expect.arrayContaining([...sourceRooms]))
  })
})

describe('files of upstream', () => {
  it('do not import each other in a circle', () => {
    expect(findCycles(sources)).toEqual([])
  })

  it('are reported when they import each other in a circle', () => {
    const planted = new Map([
      ['apps/upstream/src/log/append.ts', `import { seal } from './entry-seal.ts'`],
      ['apps/upstream/src/log/entry-seal.ts', `import type { Entry } from './append.ts'`],
    ])
    expect(findCycles(planted)).toEqual(['apps/upstream/src/log/append.ts ⇄ apps/upstream/src/log/entry-seal.ts'])
  })
})

describe('schemas', () => {
  it('stay on the servers: web imports only types and constants of the contract', () => {
    expect(findShippedSchemas(sources)).toEqual([])
  })

  it('are reported when web would ship them, directly or indirectly', () => {
    const planted = new Map([
      ['apps/web/src/lib/api/api-client.ts', `import { limits } from '@portal/contract/limits.ts'`],
      ['packages/contract/src/limits.ts', `import { getArticle } from './articles/articles.ts'`],
      ['packages/contract/src/articles/articles.ts', `import { type Static, Type } from 'typebox'`],
    ])
    expect(findShippedSchemas(planted)).toEqual([
      'apps/web/src/lib/api/api-client.ts → packages/contract/src/limits.ts → packages/contract/src/articles/articles.ts → typebox',
    ])
    planted.set('apps/web/src/lib/api/api-client.ts', `import type { Limits } from '@portal/contract/limits.ts'`)
    expect(findShippedSchemas(planted)).toEqual([])
  })
})

describe('file names', () => {
  it('do not include index, utils, helpers or common', () => {
    const nameless = [...sources.keys()].filter((file) =>
      /(?:^|[/-])(?:index|utils?|helpers?|common)(?:\.test)?(?:\.\w+$|\/)/.test(file),
    )
    expect(nameless).toEqual([])
  })
})
