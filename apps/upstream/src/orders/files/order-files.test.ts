import { readdirSync } from 'node:fs'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { ORDER_COLUMN_NAMES, ORDER_COLUMNS } from '@portal/contract/orders/order-batch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { AMPLIFYING_WORKBOOK, HOSTILE_WORKBOOKS, MERGED_WORKBOOK } from '#testing/hostile-tables.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { uploadBatchFile } from '#testing/staff/batch-uploads.ts'
import { makeWorkbook } from '#testing/workbooks.ts'

const SERVICES = [
  { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
  { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
]
const HEAD: readonly string[] = Object.values(ORDER_COLUMNS)
const BANGLE = ['A-01', '翡翠手镯', '玉石', '玉石定名', '1', '58.3', '45000', '圈口有旧磕']
const CABOCHON = ['A-02', '绿松石戒面', '绿松石', 'TQ', '2', '4.8 g', '未声明', '']
const csv = (...rows: (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\r\n')

describeDatabases('a file of samples', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:20:00Z')
  let member: Member
  let forms = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    member = await join(upstream, '商家林')
    await upstream.db
      .insertInto('site_settings')
      .values({ name: 'orderServices', value: JSON.stringify(SERVICES) })
      .execute()
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    clockMs += 2 * HOUR_MS
  })

  const upload = (content: string | Buffer, name = 'a.csv', query = ''): Promise<Loose> =>
    uploadBatchFile(upstream, member, content, name, `/v1/orders/file${query}`)
  const announce = (items: Loose[], by: Pick<Member, 'ask'> = member, more: Loose = {}): Promise<Loose> => {
    forms += 1
    const ways = { wayIn: 'courier', wayBack: 'counter', collectors: [], priority: 'normal' }
    const form = { customerName: '商家林', phone: '138 0000 0001', ...ways, source: 'batch', totalCents: 30_000 }
    return by.ask('POST /v1/orders', { ...form, items, ref: `batch-form-${String(forms).padStart(8, '0')}`, ...more })
  }
  const ITEMS = [
    {
      statedName: '翡翠手镯',
      category: 'jade',
      count: 1,
      serviceCodes: ['ID'],
      declaredCents: null,
      reference: 'A-01',
    },
    { statedName: '绿松石戒面', category: 'turquoise', count: 2, serviceCodes: ['TQ'], declaredCents: 800_000 },
  ]
  const countOrders = async () => (await upstream.db.selectFrom('orders').select('order_no').execute()).length

  describe('is read', () => {
    it.each([
      ['the template', 'a.csv', csv(HEAD, BANGLE, CABOCHON)],
      ['a table with a title above', 'a.csv', `送检清单,,,,,,,\r\n${csv(HEAD, BANGLE, CABOCHON)}`],
      ['a pasted table', 'pasted.tsv', csv(HEAD, BANGLE, CABOCHON).replaceAll(',', '\t')],
      ['a workbook', 'a.xlsx', makeWorkbook([{ rows: [HEAD, BANGLE, CABOCHON] }])],
    ])('from %s', async (_name, name, content) => {
      const { code, data } = await upload(content, name)
      expect([code, data.sheets, data.unused]).toEqual([200, [], []])
      expect(data.rows.map(({ cells }: Loose) => cells)).toEqual([BANGLE, CABOCHON])
    })

    it('in any order of the columns, with the others named, and without empty rows', async () => {
      const table = csv(['品名', '分类', '检测项目', '供应商'], ['手镯', '玉石', 'ID', '某厂'], ['', '', '', ''])
      expect((await upload(table)).data).toEqual({
        sheets: [],
        unused: ['供应商'],
        rows: [{ line: 2, cells: ['', '手镯', '玉石', 'ID', '1', '', '', ''], problems: [] }],
      })
    })

    it('with what is wrong with a cell', async () => {
      const rows = [HEAD, BANGLE.with(5, '#N/A'), CABOCHON]
      const { data } = await upload(makeWorkbook([{ rows, merges: ['C2:C3'] }]), 'a.xlsx')
      expect(data.rows[0].problems).toEqual([
        { cell: ORDER_COLUMN_NAMES.indexOf('mass'), text: expect.stringContaining('#N/A'), suggestion: null },
      ])
      expect(data.rows[1].problems).toEqual([
        { cell: ORDER_COLUMN_NAMES.indexOf('category'), text: expect.any(String), suggestion: '玉石' },
      ])
    })

    it('from the chosen sheet of several', async () => {
      const sheets = [
        { name: '说明', rows: [['说明']] },
        { name: '清单', rows: [HEAD, BANGLE] },
      ]
      const content = makeWorkbook(sheets)
      expect((await upload(content, 'a.xlsx')).data).toEqual({ sheets: ['说明', '清单'], unused: [], rows: [] })
      const { data } = await upload(content, 'a.xlsx', `?sheet=${encodeURIComponent('清单')}`)
      expect(data.rows).toHaveLength(1)
    })

    it('up to 500 rows', async () => {
      const rows = Array.from({ length: 500 }, (_, at) => BANGLE.with(0, `A-${at}`))
      expect((await upload(csv(HEAD, ...rows))).data.rows).toHaveLength(500)
      expect(await upload(csv(HEAD, ...rows, CABOCHON))).toMatchObject({ code: 400, message: /至多 500 件/ })
    })
  })

  describe('is refused with a reason', () => {
    it.each<[name: string, content: string | Buffer, fileName: string, reason: string]>([
      ['no heading', csv(['a', 'b'], ['1', '2']), 'a.csv', '没有认得的列名'],
      ['a missing column', csv(HEAD.with(2, '颜色'), BANGLE), 'a.csv', '缺少列：类别'],
      ['a repeated column', csv(HEAD.with(0, '品名'), BANGLE), 'a.csv', '有两列是“名称”'],
      ['headings alone', csv(HEAD), 'a.csv', '文件中没有样品'],
      ['nothing', '', 'a.csv', ''],
      ['a row with more cells', csv(HEAD, [...BANGLE, 'x', 'y']), 'a.csv', '第 2 行：有 10 列'],
      ['an open quotation mark', `${csv(HEAD, BANGLE)}\r\n"A-03,手镯`, 'a.csv', '引号是否成对'],
      ['JSONL', '{"名称":"手镯"}', 'a.jsonl', '只接受 .xlsx 与 .csv 文件'],
      ['another ending', '名称', 'a.pages', '只接受 .xlsx 与 .csv 文件'],
      ['a PDF', '%PDF-1.7', 'a.xlsx', 'PDF 文件，不是表格，请用 .xlsx 或 .csv'],
      ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'a.csv', '图片'],
      ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.xls', '另存为 .xlsx'],
      ['a cut workbook', makeWorkbook([{ rows: [HEAD, BANGLE] }]).subarray(0, 400), 'a.xlsx', ''],
      ['text named as a workbook', csv(HEAD, BANGLE), 'a.xlsx', '内容却是文本'],
      ['merged cells without end', MERGED_WORKBOOK, 'a.xlsx', ''],
      ['one text a hundred thousand times', AMPLIFYING_WORKBOOK, 'a.xlsx', ''],
      ...HOSTILE_WORKBOOKS.map(({ name, content }): [string, Buffer, string, string] => [name, content, 'a.xlsx', '']),
    ])('%s', async (_name, content, name, reason) => {
      const { code, message, data } = await upload(content, name)
      expect([code, data]).toEqual([400, null])
      expect(message).toMatch(/\p{Script=Han}{2}/u)
      expect(message).toContain(reason)
      expect(readdirSync(upstream.files.scratch)).toEqual([])
    })

    it('two files', async () => {
      const one = csv(HEAD, BANGLE)
      const head = 'content-disposition: form-data; name="multipartFile"; filename="b.csv"'
      expect(await upload(`${one}\r\n--${'b'.repeat(20)}\r\n${head}\r\n\r\n${one}`)).toMatchObject({
        code: 400,
        message: '一次只能上传一个文件',
      })
      expect(readdirSync(upstream.files.scratch)).toEqual([])
    })

    it('more than 3 MB', async () => {
      expect(await upload('a'.repeat(3 * 2 ** 20 + 1))).toMatchObject({ code: 400, message: /不能超过 3 MB/ })
    })

    it('to a visitor', async () => {
      const visitor = { token: '' }
      const answer = await uploadBatchFile(upstream, visitor, csv(HEAD, BANGLE), 'a.csv', '/v1/orders/file')
      expect(answer.code).toBe(401)
    })

    it('while another one of the same account is read', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => upload(csv(HEAD, BANGLE))))
      expect(answers.map(({ code }) => code)).toContain(200)
      for (const { code, message } of answers) if (code !== 200) expect(message).toMatch(/正在读取别的文件/)
      expect((await upload(csv(HEAD, BANGLE))).code).toBe(200)
    })
  })

  describe('becomes an order', () => {
    it('with its source and the references of its items, which its member reads', async () => {
      const { data } = await announce(ITEMS)
      const orders = upstream.db.selectFrom('orders').select(['source', 'user_id'])
      expect(await orders.where('order_no', '=', data.orderNo).executeTakeFirst()).toEqual({
        source: 'batch',
        user_id: member.id,
      })
      const own = await member.ask(`GET /v1/orders/${data.orderNo}`)
      expect(own.data).toMatchObject({ references: ['A-01', null], massesG: [null, null] })
    })

    it('as a whole or not at all', async () => {
      const before = await countOrders()
      const unfit = { ...ITEMS[1], serviceCodes: ['ID'] }
      expect(await announce([ITEMS[0] ?? {}, unfit])).toMatchObject({ code: 400, message: /^样品 2：/ })
      const repeated = { ...ITEMS[1], reference: 'A-01' }
      expect(await announce([ITEMS[0] ?? {}, repeated])).toMatchObject({ code: 400, message: /^样品 2：货号/ })
      expect((await announce(ITEMS, member, { totalCents: 1 })).code).toBe(409)
      expect(await countOrders()).toBe(before)
    })

    it('of 500 items, and not of 501', async () => {
      const many = Array.from({ length: 500 }, (_, at) => ({ ...ITEMS[0], reference: `A-${at}` }))
      const { data } = await announce(many, member, { totalCents: 500 * 12_000 })
      const items = upstream.db.selectFrom('order_items').select('sample_no').where('order_no', '=', data.orderNo)
      expect(await items.execute()).toHaveLength(500)
      expect((await announce([...many, ITEMS[1] ?? {}], member, { totalCents: 500 * 12_000 + 18_000 })).code).toBe(400)
    })

    it('not for a visitor', async () => {
      const visitor: Pick<Member, 'ask'> = { ask: (call, body) => ask(upstream, call, { ...(body && { body }) }) }
      expect((await announce(ITEMS, visitor)).code).toBe(401)
    })
  })
})
