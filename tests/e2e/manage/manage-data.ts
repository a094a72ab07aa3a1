import { setTimeout as nextTurn } from 'node:timers/promises'
import { makePdf } from '../../../apps/upstream/src/testing/make-pdf.ts'
import { createOrderDesk } from '../orders/order-data.ts'
import type { WritingSite } from '../writing-site.ts'

type Named = { id: number; title: string }
type List = { records: Named[] }

export type ManageData = Awaited<ReturnType<typeof addManageData>>

/** Adds rows in each state to every list of the management pages. */
export async function addManageData(site: WritingSite) {
  const { ask, owner, writer, fetchToken } = site
  const [asOwner, asWriter] = [await fetchToken(owner), await fetchToken(writer)]
  const callAsOwner = <T>(method: string, address: string, body?: object) => ask<T>(method, address, body, asOwner)
  const { id: writerId } = await ask<{ id: string }>('POST', '/oauth/emailLogin', writer)

  const tickets = await addTickets(site, asWriter, callAsOwner)
  const articles = await addArticles(site, asWriter, callAsOwner)
  await addSettings(callAsOwner)
  const held = { articleId: articles.article.id, content: '专业回收各类宝石证书，加 微信 zb8866 高价' }
  // Comments of staff do not wait, and the writer gets duties below.
  await ask('POST', '/v1/comment/', held, asWriter)
  const demoMember = await addPeople(callAsOwner, writerId)
  const certificates = await addCertificates(callAsOwner)
  const batchId = await addBatch(site, asOwner)
  const partnerNumber = await addPartner(site, callAsOwner)
  const mediaId = await addMedia(site, asOwner)
  const orders = await addOrders(site)
  return { ...tickets, ...articles, ...certificates, batchId, writerId, demoMember, partnerNumber, mediaId, ...orders }
}

/** Adds an order with a sample on the bench, and one that can be collected. */
async function addOrders(site: WritingSite) {
  const desk = createOrderDesk(site)
  await desk.open()
  const [halfNo, readyNo] = [await desk.announce('翠云轩珠宝行'), await desk.announce('叠石斋')]
  await desk.receive(halfNo, 1, '4.820')
  await desk.step(halfNo, 1, 'take')
  for (const item of [1, 2]) {
    await desk.receive(readyNo, item, '4.820')
    await desk.test(readyNo, item)
  }
  return { halfNo, readyNo }
}

/** Adds a PDF that nothing uses to the library. */
async function addMedia({ upstreamUrl }: WritingSite, asOwner: string): Promise<string> {
  const body = new FormData()
  body.set('multipartFile', new Blob([new Uint8Array(makePdf())]), '能力附表.pdf')
  const headers = { authorization: asOwner }
  const answer = await fetch(`${upstreamUrl}/v1/manage/media`, { method: 'POST', headers, body })
  return ((await answer.json()) as { data: { item: { id: string } } }).data.item.id
}

/** Adds a partner with a key of each kind, and a day of use. */
async function addPartner({ ask }: WritingSite, callAsOwner: Own): Promise<number> {
  const form = {
    name: '绿松石行',
    contactEmail: 'tech@shop.example',
    scopes: ['check', 'webhooks'],
    dailyQuota: 10_000,
  }
  const body = { ...form, addresses: ['127.0.0.0/8', '2001:db8:7::/48'], state: 'active' }
  const { number } = await callAsOwner<{ number: number }>('POST', '/v1/manage/partners', body)
  await callAsOwner('POST', `/v1/manage/partners/${number}/webhooks`, { address: 'https://shop.example/webhooks' })
  const createKey = (isTest: boolean) =>
    callAsOwner<{ key: string }>('POST', `/v1/manage/partners/${number}/keys`, { isTest })
  await createKey(true)
  const { key } = await createKey(false)
  const pairs = Array.from({ length: 3 }, () => ({ certificateNo: 'SH20991231000010', checkCode: '222222' }))
  await ask('POST', '/v1/partner/certificates/check', { pairs: [...pairs, 'no pair'] }, `Bearer ${key}`)
  return number
}

type Own = <T>(method: string, address: string, body?: object) => Promise<T>

/** Adds two pending changes: one with a fault and a warning, and one that waits for a signatory. */
async function addCertificates(callAsOwner: Own) {
  const make = async (fields: { conclusion: string; [member: string]: string }, answers: object[] = []) => {
    const { certificateNo } = await callAsOwner<{ certificateNo: string }>('POST', '/v1/manage/certificates', {
      category: 'turquoise',
    })
    const form = { category: 'turquoise', fields, pictures: [] }
    await callAsOwner('PUT', `/v1/manage/certificates/${certificateNo}`, { revision: 1, form, answers })
    return certificateNo
  }
  const draftNo = await make({ conclusion: '绿松石', totalMassG: '12.5g', specificGravity: '3.90' })
  const whole = { conclusion: '绿松石', totalMassG: '12.36', specificGravity: '2.76', standards: 'GB/T 16552' }
  const submittedNo = await make(whole, [{ key: 'pictures||绿松石', text: '委托方不要求附图' }])
  await callAsOwner('POST', `/v1/manage/certificates/${submittedNo}/submit`, { revision: 2 })
  return { draftNo, submittedNo }
}

/** Uploads a file with a faulty row, one with a warning and one in order. */
async function addBatch({ upstreamUrl, ask }: WritingSite, asOwner: string) {
  const rows = [
    '类别,结论,总质量（g）,密度',
    '绿松石,绿松石,12.5g,2.76',
    '绿松石,绿松石,12.5,3.90',
    '绿松石,绿松石,4,2.7',
  ]
  const body = new FormData()
  body.set('multipartFile', new Blob([rows.join('\n')]), '绿松石.csv')
  const path = '/v1/manage/certificates/imports'
  const headers = { authorization: asOwner }
  const answer = await fetch(upstreamUrl + path, { method: 'POST', headers, body })
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  type State = { state: string }
  while ((await ask<State>('GET', `${path}/${id}`, undefined, asOwner)).state !== 'ready') await nextTurn()
  return id
}

async function addTickets({ ask, owner }: WritingSite, asWriter: string, callAsOwner: Own) {
  const visitor = { type: 2, title: '重量与实物不符', content: '家里的秤称是 11.9 g', email: 'li@example.test' }
  await ask('POST', '/v1/feedback/visitor', visitor)
  await ask('POST', '/v1/feedback/', { type: 1, title: '希望周六收样', content: '周一至周五不便前往。' }, asWriter)
  const [article] = (await ask<List>('GET', '/v1/article/?pageNo=1&pageSize=1')).records
  const posted = { articleId: article?.id, content: '加微信，代办各类证书' }
  const comment = await ask<{ id: number }>('POST', '/v1/comment/', posted, asWriter)
  await callAsOwner('POST', '/v1/comment/report', { id: comment.id, reason: '广告或引流' })

  const { records } = await callAsOwner<List>('GET', '/v1/manage/tickets?view=new')
  const findTicketId = (title: string) => records.find((ticket) => ticket.title === title)?.id ?? 0
  const answered = findTicketId('希望周六收样')
  await callAsOwner('POST', `/v1/manage/tickets/${answered}/notes`, { content: '与前台商量过，下月起可行' })
  const { version } = await callAsOwner<{ version: number }>('GET', `/v1/manage/tickets/${answered}`)
  const { id: ownerId } = await ask<{ id: string }>('POST', '/oauth/emailLogin', owner)
  const mine = { version, assigneeId: ownerId }
  const taken = await callAsOwner<{ version: number }>('PUT', `/v1/manage/tickets/${answered}`, mine)
  const answer = { version: taken.version, content: '下月起周六上午收样。', state: 'waiting', ref: 'ref-of-one-answer' }
  await callAsOwner('POST', `/v1/manage/tickets/${answered}/answers`, answer)
  const comments = records.find(({ id }) => id !== answered && id !== findTicketId(visitor.title))?.id ?? 0
  return { newTicket: findTicketId(visitor.title), answeredTicket: answered, commentTicket: comments }
}

async function addArticles({ ask }: WritingSite, asWriter: string, callAsOwner: Own) {
  const form = { categoryId: 33, isPublish: 2, contentMd: '## 谱图\n\n见下。', tagList: [] }
  await ask('POST', '/v1/article/', { ...form, title: '绿松石注胶的红外特征' }, asWriter)
  await callAsOwner('POST', '/v1/article/', { ...form, title: '误读的一格', isPublish: 0 })
  const { records } = await callAsOwner<List>('GET', '/v1/manage/articles?view=published')
  const [changed, scheduled] = records
  type Content = { version: number; form: { contentMd: string } }
  const read = (id = 0) => callAsOwner<Content>('GET', `/v1/manage/articles/${id}`)

  const first = await read(changed?.id)
  const text = `${first.form.contentMd}\n\n另见[旧的一篇](/article/999999)。\n\n![](/file/img/loupe.svg)\n`
  await callAsOwner('PUT', `/v1/manage/articles/${changed?.id}`, {
    version: first.version,
    form: { ...first.form, contentMd: text },
  })
  const second = await read(changed?.id)
  // Long enough for the editor to scroll, and without links, which can have the focus.
  const longText = `待补。\n\n![](/file/img/loupe.svg)\n\n${'再补一段。\n\n'.repeat(60)}`
  const draft = { baseVersion: second.version, form: { ...second.form, contentMd: longText } }
  await callAsOwner('PUT', `/v1/manage/articles/${changed?.id}/draft`, draft)
  const later = await read(scheduled?.id)
  const publishAt = '2099-01-01 09:00'
  await callAsOwner('PUT', `/v1/manage/articles/${scheduled?.id}/schedule`, { ...later, publishAt })
  await callAsOwner('POST', '/v1/manage/checks')
  return { article: changed ?? { id: 0, title: '' } }
}

async function addPeople(callAsOwner: Own, writerId: string) {
  const days = { validFrom: '2026-01-01', validTo: '2099-12-31' }
  const readVersion = async (id: string) =>
    (await callAsOwner<{ version: number }>('GET', `/v1/manage/users/${id}`)).version
  const duties = ['edit', 'approve']
  await callAsOwner('PUT', `/v1/manage/users/${writerId}/duties`, { duties, version: await readVersion(writerId) })
  const record = { personId: writerId, title: '高级工程师', categories: ['jade'], ...days }
  await callAsOwner('POST', '/v1/manage/signatories', record)
  const mark = {
    number: '202619010203',
    categories: ['jade'],
    scope: '玉石',
    standards: ['GB/T 16552'],
    isPrinted: true,
    validTo: days.validTo,
    version: 0,
  }
  await callAsOwner('PUT', '/v1/manage/marks/cma', mark)
  await callAsOwner('POST', '/v1/manage/invitations', { email: 'xu@example.test', duties: ['support'] })
  type Row = { id: string; nickname: string; duties: string[] }
  const { records } = await callAsOwner<{ records: Row[] }>('GET', '/v1/manage/users')
  const member = records.find((row) => row.duties.length === 0) ?? { id: '', nickname: '' }
  const disabled = { reason: '多次发布广告', days: 7, version: await readVersion(member.id) }
  await callAsOwner('POST', `/v1/manage/users/${member.id}/disable`, disabled)
  return member
}

async function addSettings(callAsOwner: Own) {
  const save = (version: number, settings: object) => callAsOwner('PUT', '/v1/manage/site', { version, settings })
  await save(0, { contact: { phone: '0719-8612046' }, filing: { recordNum: '鄂ICP备2026001234号' } })
  const workday = [['9:00', '17:00']]
  const weekHours = [workday, workday, workday, workday, workday, [], []]
  const specialDays = [
    { name: '国庆', from: '2099-10-01', until: '2099-10-07', spans: [] },
    { name: '调休', from: '2099-10-10', until: '2099-10-10', spans: workday },
  ]
  const bulletin = { bulletin: '国庆期间暂停收样', bulletinFrom: '2099-09-20 09:00', bulletinUntil: '2099-10-08 00:00' }
  const menus = { footerLinks: [{ title: '服务', links: [{ text: '证书查询', to: '/certificate-check' }] }] }
  const links = {
    navigation: [{ title: '标准', sites: [{ name: '标准公开系统', url: 'https://openstd.samr.gov.cn', info: '' }] }],
  }
  await save(1, {
    comments: { commentPolicy: null, commentWords: ['加微信'] },
    hours: { weekHours, specialDays },
    bulletin,
    menus,
    links,
  })
  const redirects = [
    { from: '/songjian.html', to: '/notice/fees' },
    { from: '/news/2024/*', to: '/tags?categoryId=32' },
  ]
  await callAsOwner('POST', '/v1/manage/redirects', { rows: redirects })
  type Topics = { records: { id: number; name: string; version: number }[] }
  const [one, other] = (await callAsOwner<Topics>('GET', '/v1/manage/tags')).records
  const merge = { kind: 'tag', version: one?.version, into: other?.id }
  await callAsOwner('POST', `/v1/manage/topics/${one?.id}/merge`, merge)
}
