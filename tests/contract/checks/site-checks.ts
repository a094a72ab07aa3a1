import { solve } from '../../../apps/bff/src/testing/certificates.ts'
import { HOUR_MS } from '../../../packages/contract/src/constants.ts'
import { type CallCheck, check } from '../call-check.ts'
import { PIXEL } from './writing-checks.ts'

export const siteChecks: readonly CallCheck[] = [
  check(
    'GET /v1/webSiteInfo',
    'returns page views and visitors in extra',
    'visitor',
    async ({ visitor, see, that }) => {
      const { code, extra } = await visitor().ask('GET /v1/webSiteInfo')
      see(code, 200, 'code')
      that(Number.isInteger(extra.siteAccess), 'extra.siteAccess is no number')
      that(Number.isInteger(extra.visitorAccess), 'extra.visitorAccess is no number')
    },
  ),

  check(
    'GET /v1/webSiteInfo',
    'returns null for members that are not set, and enables comments',
    'reference',
    async (bench) => {
      const { data } = await bench.visitor().ask('GET /v1/webSiteInfo')
      for (const name of [
        'logo',
        'webUrl',
        'aliPay',
        'github',
        'qqGroup',
        'authorAvatar',
        'openAdmiration',
        'createTime',
      ]) {
        bench.that(name in data, `data.${name} is left out`)
      }
      bench.see(data.openComment, 1, 'data.openComment')
    },
  ),

  check(
    'GET /v1/webSiteInfo',
    'lists the connected login types in loginTypeList (ours)',
    'reference',
    async (bench) => {
      const { data } = await bench.visitor().ask('GET /v1/webSiteInfo')
      bench.see([...data.loginTypeList.split(',')].sort(), ['1', '2', '3', '4', '5', '6'], 'data.loginTypeList')
      bench.see(data.wechatQr, '/file/img/loupe.svg', 'data.wechatQr')
    },
  ),

  check(
    'GET /v1/',
    'returns null in data and the lists in extra, with at most 5 new articles',
    'visitor',
    async ({ visitor, see, that }) => {
      const { data, extra } = await visitor().ask('GET /v1/')
      see(data, null, 'data')
      that(Array.isArray(extra.articles), 'extra.articles is no list')
      that(Array.isArray(extra.tagCloud), 'extra.tagCloud is no list')
      that(extra.newArticleList?.length <= 5, `extra.newArticleList has ${extra.newArticleList?.length} rows`)
    },
  ),

  check('GET /v1/report', 'accepts visitors', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('GET /v1/report'), { code: 200 })
  }),

  check('GET /v1/category/', 'returns a list without paging, with categories 32 to 35', 'visitor', async (bench) => {
    const { data } = await bench.visitor().ask('GET /v1/category/')
    const ids = data.map(({ id }: { id: number }) => id)
    for (const id of [32, 33, 34, 35]) bench.that(ids.includes(id), `there is no category ${id}`)
  }),

  check('GET /v1/tag/', 'returns a list without paging', 'visitor', async ({ visitor, see, that }) => {
    const { code, data } = await visitor().ask('GET /v1/tag/')
    see(code, 200, 'code')
    that(Array.isArray(data), 'data is no list')
  }),

  check('GET /v1/hot', 'returns the list in data.data, each row with a keyword', 'visitor', async (bench) => {
    const { code, data } = await bench.visitor().ask('GET /v1/hot', { query: { type: 'weibo' } })
    if (code !== 200) return
    const [first] = data.data
    bench.that(first === undefined || typeof (first.keyword ?? first.title) === 'string', 'a row has no keyword')
  }),

  check('POST /v1/hot', 'accepts visitors and any keyword, with data null (ours)', 'reference', async (bench) => {
    for (const keyword of ['绿松石', '没有这样的词', 'someone@example.test']) {
      bench.see(await bench.visitor().ask('POST /v1/hot', { body: { keyword } }), { code: 200, data: null })
    }
  }),

  check('GET /v1/hot', 'lists keywords searched on this site (ours)', 'reference', async ({ visitor, see, later }) => {
    const browser = visitor()
    later(HOUR_MS)
    see(await browser.ask('GET /v1/hot', { query: { type: 'site' } }), { code: 200, data: { code: 200 } })
    see(await browser.ask('GET /v1/hot', { query: { type: 'myspace' } }), { status: 400, code: 400, data: null })
  }),

  check('GET /v1/site/getNavigations', 'returns groups of sites without empty ones', 'visitor', async (bench) => {
    const { code, data } = await bench.visitor().ask('GET /v1/site/getNavigations')
    bench.see(code, 200, 'code')
    for (const { siteClassName, navigations } of data ?? []) {
      bench.that(navigations.length > 0, `the group ${siteClassName} is empty`)
    }
  }),

  check(
    'POST /v1/feedback/',
    'accepts the type as text and stores open feedback; data null',
    'reference',
    async ({ see, reference }) => {
      const [writer, editor] = [await reference.join(), await reference.join('editor')]
      const body = { type: '2', title: '页脚', content: '夜间主题下看不清' }
      see(await writer.browser.ask('POST /v1/feedback/', { body }), { code: 200, data: null })
      const { data } = await editor.browser.ask('GET /v1/review/feedback', { query: { pageNo: 1, pageSize: 1 } })
      see(data.records[0], { ...body, type: 2, status: 0, userId: writer.id }, 'the feedback')
    },
  ),

  check(
    'POST /v1/feedback/visitor',
    'requires a proof of work, then shows the feedback with its mail address to editors (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const body = { type: 1, title: '营业时间', content: '周末可以送检吗', email: 'buyer@example.test' }
      const asker = visitor()
      const wanted = await asker.ask('POST /v1/feedback/visitor', { body })
      see(wanted, { code: 429, extra: { challenge: { bits: 17 } } })
      const proof = solve(wanted.extra.challenge)
      see(await asker.ask('POST /v1/feedback/visitor', { body: { ...body, proof } }), { code: 200, data: null })
      const { browser } = await reference.join('editor')
      const { data } = await browser.ask('GET /v1/review/feedback', { query: { pageNo: 1, pageSize: 1 } })
      see(data.records[0], { ...body, userId: null, status: 0 }, 'the feedback')
    },
  ),

  check(
    'POST /v1/feedback/conversation',
    'shows the conversation to the member who wrote, and to nobody else (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const [writer, editor] = [await reference.join(), await reference.join('editor')]
      const body = { type: 1, title: '邮寄送检', content: '如何投保' }
      await writer.browser.ask('POST /v1/feedback/', { body })
      const { data } = await editor.browser.ask('GET /v1/manage/tickets', { query: { view: 'all' } })
      const which = { body: { ticket: data.records[0].id } }
      const read = await writer.browser.ask('POST /v1/feedback/conversation', which)
      see(read, { code: 200, data: { title: body.title, state: 'new', isOpen: true } })
      see(read.data.messages[0], { isOwn: true, content: body.content }, 'the message')
      see(await visitor().ask('POST /v1/feedback/conversation', which), { code: 500, data: null })
    },
  ),

  check(
    'POST /v1/feedback/conversation/reply',
    'refuses an unknown key of a link (ours)',
    'reference',
    async ({ visitor, see }) => {
      const body = { key: 'A'.repeat(43), content: '补充' }
      see(await visitor().ask('POST /v1/feedback/conversation/reply', { body }), { code: 500, data: null })
    },
  ),

  check(
    'GET /v1/feedback/conversation/picture/{name}',
    'returns a picture of an answer by the pass that its reader was given (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const [writer, editor] = [await reference.join(), await reference.join('editor')]
      await writer.browser.ask('POST /v1/feedback/', { body: { type: 1, title: '附图', content: '请附图' } })
      const { data } = await editor.browser.ask('GET /v1/manage/tickets', { query: { view: 'all' } })
      const params = { id: data.records[0].id }
      const file = { name: 'a.png', bytes: PIXEL }
      const { name } = (await editor.browser.ask('POST /v1/manage/tickets/{id}/pictures', { params, file })).data
      const body = { version: 1, content: '见附图', pictures: [name], state: 'waiting', ref: 'answer-picture' }
      see(await editor.browser.ask('POST /v1/manage/tickets/{id}/answers', { params, body }), { code: 200 })
      const read = await writer.browser.ask('POST /v1/feedback/conversation', { body: { ticket: params.id } })
      const [picture] = read.data.messages.at(-1).answerPictures
      const address = `/v1/feedback/conversation/picture/${name}?pass=`
      see(await visitor().send('GET', address + picture.pass), {
        status: 200,
        headers: { 'content-type': /^image\//, 'cache-control': 'no-store' },
      })
      const refused = await visitor().send('GET', `${address}${Date.now() + HOUR_MS}.${'A'.repeat(43)}`)
      see(refused, { headers: { 'content-type': /^application\/json/ } })
    },
  ),
]
