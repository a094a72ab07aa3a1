import { randomUUID } from 'node:crypto'
import { sampleForm } from '@portal/contract/articles/content.ts'
import type { CallKey } from '@portal/contract/calls.ts'
import { makePartner, partnerForm } from '../partners.ts'
import type { Bureau } from './bureau.ts'
import { VERSIONED_MEDIA } from './versioned-media.ts'
import { VERSIONED_WEBHOOKS } from './versioned-webhooks.ts'

/** A thing that staff change with the version that they saw. */
export interface VersionedThing {
  /** Path of the call, with its parameters; `version` and body are added to it. */
  path: string
  /** Reads the stored version. */
  version(): Promise<number>
  /** Makes a body without `version`. @param nth different numbers give different bodies */
  body?(nth: number): Record<string, unknown>
  /** Whether it belongs to the owner who created it, so that two windows of that owner compete. */
  isOwn?: true
  /** Changes it as another person, when that is not the same call. */
  change?(): Promise<unknown>
}

const soon = '2030-12-01 09:00'
const makeForm = (nth: number) => ({ ...sampleForm, title: `绿松石的颜色 ${nth}` })

async function makeTicketThing({ readVersion }: Bureau, id: number): Promise<VersionedThing> {
  return { path: `/v1/manage/tickets/${id}`, version: () => readVersion('tickets', id) }
}

async function makeArticleThing(bureau: Bureau): Promise<VersionedThing & { change(): Promise<unknown> }> {
  const id = await bureau.article()
  const [path, version] = [`/v1/manage/articles/${id}`, () => bureau.readVersion('articles', id)]
  const change = async () => bureau.done(bureau.owner, `PUT ${path}`, { version: await version(), form: makeForm(9) })
  return { path, version, change }
}

async function makeOwnPageThing(bureau: Bureau): Promise<VersionedThing & { change(): Promise<unknown> }> {
  const form = { title: '送检须知', summary: '', keywords: '', contentMd: '请清洁样品。' }
  const slug = `page-${randomUUID().slice(0, 8)}`
  const { articleId } = await bureau.done(bureau.owner, 'POST /v1/manage/ownPages', { slug, form })
  const path = `/v1/manage/ownPages/${articleId}`
  const version = () => bureau.readVersion('articles', articleId)
  const change = async () => bureau.done(bureau.owner, `PUT ${path}`, { version: await version(), form })
  return { path, version, change }
}

async function makePublishedPage(bureau: Bureau) {
  const thing = await makeOwnPageThing(bureau)
  await thing.change()
  return { ...thing, id: Number(thing.path.split('/').at(-1)) }
}

async function makePersonThing(bureau: Bureau, call: string, isStaff: boolean): Promise<VersionedThing> {
  const { id } = await bureau.hire(...(isStaff ? (['edit'] as const) : []))
  return { path: `/v1/manage/users/${id}/${call}`, version: () => bureau.versionOfPerson(id) }
}

async function makeDisabledThing(bureau: Bureau, call: string, isStaff: boolean): Promise<VersionedThing> {
  const thing = await makePersonThing(bureau, call, isStaff)
  const body = { reason: '广告', days: null, version: await thing.version() }
  await bureau.done(bureau.owner, `POST ${thing.path.replace('/enable', '/disable')}`, body)
  return thing
}

async function makeSiteThing({ done, owner }: Bureau): Promise<VersionedThing> {
  return { path: '/v1/manage/site', version: async () => (await done(owner, 'GET /v1/manage/site')).version }
}

const makeSavedReply = (nth: number) => ({ title: `补照片 ${nth}`, content: '{称呼}，您好' })

async function makeSavedReplyThing({ done, owner, readVersion }: Bureau): Promise<VersionedThing> {
  const { id } = await done(owner, 'POST /v1/manage/tickets/replies', makeSavedReply(9))
  return {
    path: `/v1/manage/tickets/replies/${id}`,
    version: () => readVersion('saved_replies', id),
    body: makeSavedReply,
  }
}

async function makeTagThing({ tag, readVersion }: Bureau): Promise<VersionedThing & { id: number }> {
  const id = await tag()
  return { id, path: `/v1/manage/topics/${id}`, version: () => readVersion('tags', id) }
}

const authority = { categories: ['jade'], validTo: '2030-12-31' }

/** The thing that each call with a version changes. */
export const VERSIONED_THINGS: Partial<Record<CallKey, (bureau: Bureau) => Promise<VersionedThing>>> = {
  ...VERSIONED_WEBHOOKS,
  ...VERSIONED_MEDIA,
  'PUT /v1/manage/tickets/{id}': async (bureau) => {
    const thing = await makeTicketThing(bureau, await bureau.ticket())
    return { ...thing, body: (nth) => ({ state: nth === 0 ? 'open' : 'waiting' }) }
  },
  'POST /v1/manage/tickets/{id}/answers': async (bureau) => {
    const thing = await makeTicketThing(bureau, await bureau.ticket())
    const body = (nth: number) => ({ content: `答复 ${nth}`, state: 'waiting', ref: randomUUID() })
    return { ...thing, path: `${thing.path}/answers`, body }
  },
  'POST /v1/manage/tickets/{id}/comment': async (bureau) => {
    const thing = await makeTicketThing(bureau, await bureau.commentTicket())
    return { ...thing, path: `${thing.path}/comment`, body: (nth) => ({ decision: nth === 0 ? 'keep' : 'remove' }) }
  },
  'PUT /v1/manage/tickets/replies/{id}': makeSavedReplyThing,
  'DELETE /v1/manage/tickets/replies/{id}': async (bureau) => {
    const { path, version } = await makeSavedReplyThing(bureau)
    const change = async () =>
      bureau.done(bureau.owner, `PUT ${path}`, { version: await version(), ...makeSavedReply(8) })
    return { path, version, change }
  },
  'PUT /v1/manage/site': async (bureau) => {
    const thing = await makeSiteThing(bureau)
    const seenVersion = await thing.version()
    return { ...thing, body: (nth) => ({ settings: { contact: { phone: `0719-86${100 + seenVersion}${nth}` } } }) }
  },
  'POST /v1/manage/site/restore': async (bureau) => {
    const thing = await makeSiteThing(bureau)
    const to = await thing.version()
    await bureau.done(bureau.owner, 'PUT /v1/manage/site', { version: to, settings: { brand: { author: '石衡' } } })
    return { ...thing, path: '/v1/manage/site/restore', body: () => ({ to }) }
  },
  'PUT /v1/manage/topics/{topicId}': async (bureau) => {
    const thing = await makeTagThing(bureau)
    return { ...thing, body: (nth) => ({ kind: 'tag', name: `铁线 ${thing.id} ${nth}` }) }
  },
  'POST /v1/manage/topics/{topicId}/merge': async (bureau) => {
    const { id, path, version } = await makeTagThing(bureau)
    const into = await bureau.tag()
    const change = async () => {
      const body = { kind: 'tag', version: await version(), name: `乌兰花 ${id}` }
      await bureau.done(bureau.owner, `PUT ${path}`, body)
    }
    return { path: `${path}/merge`, version, body: () => ({ kind: 'tag', into }), change }
  },
  'PUT /v1/manage/pages/{key}': async ({ done, owner, readVersion }) => {
    const { articleId } = await done(owner, 'POST /v1/manage/pages/about/open')
    const body = (nth: number) => ({
      form: { title: '关于我们', summary: '', keywords: '', contentMd: `第 ${nth} 版` },
    })
    return { path: '/v1/manage/pages/about', version: () => readVersion('articles', articleId), body }
  },
  'POST /v1/manage/pages/offline': async (bureau) => {
    const { id, version, change } = await makePublishedPage(bureau)
    return { path: '/v1/manage/pages/offline', version, body: () => ({ articleId: id }), change }
  },
  'POST /v1/manage/pages/merge': async (bureau) => {
    const form = { title: '机构', summary: '', keywords: '', contentMd: '检测。' }
    const publish = async (key: string) => {
      const { articleId } = await bureau.done(bureau.owner, `POST /v1/manage/pages/${key}/open`)
      const version = await bureau.readVersion('articles', articleId)
      await bureau.done(bureau.owner, `PUT /v1/manage/pages/${key}`, { version, form })
      return articleId
    }
    await publish('about')
    const id = await publish('about-gic')
    const change = async () => publish('about-gic')
    return {
      path: '/v1/manage/pages/merge',
      version: () => bureau.readVersion('articles', id),
      body: () => ({}),
      change,
    }
  },
  'PUT /v1/manage/ownPages/{id}': async (bureau) => {
    const { path, version } = await makeOwnPageThing(bureau)
    const body = (nth: number) => ({
      form: { title: '送检须知', summary: '', keywords: '', contentMd: `第 ${nth} 版` },
    })
    return { path, version, body }
  },
  'DELETE /v1/manage/ownPages/{id}': makeOwnPageThing,
  'PUT /v1/manage/articles/{id}': async (bureau) => {
    const { path, version } = await makeArticleThing(bureau)
    return { path, version, body: (nth) => ({ form: makeForm(nth) }) }
  },
  'DELETE /v1/manage/articles/{id}': makeArticleThing,
  'PUT /v1/manage/articles/{id}/schedule': async (bureau) => {
    const { path, ...thing } = await makeArticleThing(bureau)
    return { ...thing, path: `${path}/schedule`, body: (nth) => ({ publishAt: soon, form: makeForm(nth) }) }
  },
  'PUT /v1/manage/views/{id}': async ({ done, owner }) => {
    const { id } = await done(owner, 'POST /v1/manage/views', {
      list: 'articles',
      name: randomUUID().slice(0, 8),
      query: 'view=draft',
    })
    const version = async () => {
      const views = await done(owner, 'GET /v1/manage/views')
      return views.find((view: { id: number }) => view.id === id).version
    }
    return { path: `/v1/manage/views/${id}`, version, body: (nth) => ({ name: `翡翠 ${id} ${nth}` }), isOwn: true }
  },
  'PUT /v1/manage/users/{id}/duties': async (bureau) => ({
    ...(await makePersonThing(bureau, 'duties', true)),
    body: (nth) => ({ duties: nth === 0 ? ['certify'] : ['edit', 'support'] }),
  }),
  'PUT /v1/manage/users/{id}/signingName': async (bureau) => {
    const { id } = await bureau.hire('certify')
    const body = (nth: number) => ({ name: `张伟 ${id} ${nth}`.slice(0, 40) })
    return { path: `/v1/manage/users/${id}/signingName`, version: () => bureau.versionOfPerson(id), body }
  },
  'POST /v1/manage/users/{id}/disable': async (bureau) => ({
    ...(await makePersonThing(bureau, 'disable', false)),
    body: (nth) => ({ reason: `广告 ${nth}`, days: 7 }),
  }),
  'POST /v1/manage/users/{id}/disableStaff': async (bureau) => ({
    ...(await makePersonThing(bureau, 'disableStaff', true)),
    body: (nth) => ({ reason: `离职 ${nth}`, days: null }),
  }),
  'POST /v1/manage/users/{id}/enable': (bureau) => makeDisabledThing(bureau, 'enable', false),
  'POST /v1/manage/users/{id}/enableStaff': (bureau) => makeDisabledThing(bureau, 'enableStaff', true),
  'POST /v1/manage/users/{id}/logout': (bureau) => makePersonThing(bureau, 'logout', false),
  'PUT /v1/manage/partners/{number}': async ({ upstream, readVersion }) => {
    const { id } = await makePartner(upstream)
    const body = (nth: number) => ({ ...partnerForm, name: `玉石行 ${nth}` })
    return { path: `/v1/manage/partners/${id}`, version: () => readVersion('partners', id), body }
  },
  'PUT /v1/manage/signatories/{number}': async ({ done, hire, owner, upstream, readVersion }) => {
    const { id: personId } = await hire('approve')
    const record = { ...authority, validFrom: '2026-11-01', title: '工程师' }
    await done(owner, 'POST /v1/manage/signatories', { personId, ...record })
    const newest = upstream.db.selectFrom('signatories').select('id').orderBy('id', 'desc')
    const { id } = await newest.executeTakeFirstOrThrow()
    const body = (nth: number) => ({ ...record, title: `高级工程师 ${nth}` })
    return { path: `/v1/manage/signatories/${id}`, version: () => readVersion('signatories', id), body }
  },
  'PUT /v1/manage/marks/{kind}': async ({ done, owner }) => {
    const body = (nth: number) => ({
      ...authority,
      number: `24170020${nth}`,
      scope: '珠宝玉石',
      standards: ['GB/T 16552'],
      isPrinted: true,
    })
    const version = async () => (await done(owner, 'GET /v1/manage/marks'))[0]?.version ?? 0
    return { path: '/v1/manage/marks/cma', version, body }
  },
}
