import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAudit } from '#operator/admin/audit-command.ts'
import { appendAudit, toNetwork } from '#platform/audit/audit-log.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createAuditList } from './audit-list.ts'

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:77:1:2:3:4:5', '2001:db8:77::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('records %s as the network %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})

describeDatabases('the audit log', (make) => {
  let upstream: TestUpstream
  let owner: Member
  let editor: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    owner = await join(upstream, 'owner', 'owner')
    editor = await join(upstream, 'editor', 'editor')
  })
  afterAll(() => upstream.close())

  const makeWriter = () => ({ now: Date.now, digest: upstream.digest })
  const list = async (query = '', who = owner) => (await who.ask(`GET /v1/manage/audit?${query}`)).data.records

  it('contains what was done, by whom and from where, in the order of time', async () => {
    await editor.ask('POST /v1/manage/factor/recoveryCodes')
    expect((await list())[0]).toMatchObject({
      actorId: editor.id,
      actorName: 'editor',
      action: 'factor.recoveryCodes',
      outcome: 'done',
      reason: null,
      requestId: expect.any(String),
      network: expect.stringMatching(/^10\.1\.\d+\.0\/24$/),
      changes: [],
    })
  })

  it('contains refusals, with the reason', async () => {
    await editor.ask('GET /v1/manage/audit/export')
    expect((await list())[0]).toMatchObject({
      actorId: editor.id,
      action: 'audit.export',
      outcome: 'refused',
      reason: '您的职责不包括这项操作',
      targetId: 'GET /v1/manage/audit/export',
    })
    await editor.ask('POST /v1/manage/factor/totp', { code: '000000' })
    expect((await list())[0]).toMatchObject({
      action: 'factor.add',
      outcome: 'refused',
      reason: '验证已过期，请重新开始',
    })
  })

  it('records at most thirty refusals of an account in ten minutes', async () => {
    const pest = await join(upstream, 'pest')
    for (let nth = 0; nth < 40; nth += 1) await pest.ask('GET /v1/manage/audit/export')
    expect(await list(`actor=${pest.id}`)).toHaveLength(30)
  })

  it('shows all to owners and to others what they did themselves', async () => {
    const seen = new Set((await list('', editor)).map((entry: { actorId: string }) => entry.actorId))
    expect([...seen]).toEqual([editor.id])
    expect(await list(`actor=${owner.id}`, editor)).toEqual(await list('', editor))
  })

  it('is filtered by action, outcome and day, and paged', async () => {
    expect((await list('action=factor')).length).toBeGreaterThan(1)
    expect(await list('action=factor.recoveryCodes')).toHaveLength(1)
    expect(await list('action=fact')).toEqual([])
    expect((await list('outcome=done')).every((entry: { outcome: string }) => entry.outcome === 'done')).toBe(true)
    expect(await list('to=2020-01-01')).toEqual([])
    expect((await list('from=2020-01-01')).length).toBeGreaterThan(1)
    for (let nth = 0; nth < 60; nth += 1) await owner.ask('POST /v1/manage/factor/recoveryCodes')
    const { records, hasMore } = (await owner.ask(`GET /v1/manage/audit?actor=${owner.id}`)).data
    expect([records.length, hasMore]).toEqual([50, true])
    const rest = (await owner.ask(`GET /v1/manage/audit?actor=${owner.id}&after=${records.at(-1).id}`)).data
    expect([rest.records.length, rest.hasMore]).toEqual([10, false])
  })

  it('is searched by the content of an entry: object, number, and the names and values of what was changed', async () => {
    const changes = [
      { member: 'phone', before: '0871-65123456', after: '0871-65129999' },
      { member: 'weekHours', before: null, after: '[[["8:30","17:30"]],[["8:30","17:30"]],[],[],[],[],[]]' },
    ]
    const subject = { kind: 'site', id: 'settings', name: '版本 5', changes }
    const source = { requestId: '1', network: '', device: null, outcome: 'done' as const }
    await upstream.db.transaction().execute(async (trx) => {
      await appendAudit(trx, makeWriter(), {
        ...source,
        actor: { id: owner.id, name: '沈砚秋' },
        action: 'site.save',
        subject,
      })
      const certificate = { kind: 'certificate', id: 'SH20261103001285' }
      const printing = { action: 'certificate.print', subject: certificate, reason: '换发后补打' }
      await appendAudit(trx, makeWriter(), { ...source, actor: { id: owner.id, name: '沈砚秋' }, ...printing })
    })
    const found = async (search: string, who = owner) =>
      (await list(String(new URLSearchParams({ search })), who)).map(({ targetId }: { targetId: string }) => targetId)
    for (const words of ['电话', '0871', '65129999', '8:30–17:30', '营业时间', '版本 5']) {
      expect(await found(words)).toEqual(['settings'])
    }
    for (const words of ['SH20261103001285', 'sh2026', '1103001285', '打印', '补打']) {
      expect(await found(words)).toEqual(['SH20261103001285'])
    }
    expect(await found('weekHours')).toEqual([])
    expect(await found('0871', editor)).toEqual([])
  })

  it('is searched by parts of names, by actions, and by the id of the target', async () => {
    const add = (name: string, id: string) =>
      upstream.db.transaction().execute((trx) =>
        appendAudit(trx, makeWriter(), {
          actor: { id: owner.id, name: '顾怀瑾' },
          action: 'user.disable',
          outcome: 'done',
          requestId: '1',
          network: '',
          device: null,
          subject: { kind: 'user', id, name },
        }),
      )
    await add('周记银楼 100%', 'target-1')
    await add('Zhou_Jewels', 'target-2')
    const found = async (query: Record<string, string>, who = owner) =>
      (await list(String(new URLSearchParams(query)), who)).map(({ targetId }: { targetId: string }) => targetId)
    expect(await found({ search: '银楼' })).toEqual(['target-1'])
    expect(await found({ search: ' zhou_j ' })).toEqual(['target-2'])
    expect(await found({ search: '0%' })).toEqual(['target-1'])
    expect(await found({ search: '怀瑾' })).toEqual(['target-2', 'target-1'])
    expect(await found({ search: 'target-2' })).toEqual(['target-2'])
    expect(await found({ search: '停用' })).toEqual(['target-2', 'target-1'])
    expect(await found({ search: '银楼', outcome: 'refused' })).toEqual([])
    expect(await found({ search: '银楼' }, editor)).toEqual([])
  })

  it('is counted by day, exactly up to a thousand, and only what the caller may see', async () => {
    const count = async (query: string, who = owner) => (await who.ask(`GET /v1/manage/audit/counts?${query}`)).data
    const { total, days } = await count(`actor=${owner.id}`)
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: toWireDate(Date.now()), entries: total })
    expect((await count('', editor)).total).toBe((await list('', editor)).length)
    expect((await count('from=2020-01-01&to=2020-01-03')).days).toEqual([
      { day: '2020-01-01', entries: 0 },
      { day: '2020-01-02', entries: 0 },
      { day: '2020-01-03', entries: 0 },
    ])
    expect((await count('from=2020-01-01&to=2026-01-01')).days).toHaveLength(92)
    expect((await count('from=2026-01-02&to=2026-01-01')).days).toEqual([])
    const at = Date.parse('2021-03-04T01:00:00Z')
    const row = { actor_name: '', action: 'test.many', changes: '[]', outcome: 'done' as const, request_id: '1' }
    const many = Array.from({ length: 1100 }, (_none, nth) => ({
      ...row,
      at: at + (nth < 90 ? 0 : DAY_MS),
      network: '',
      previous_hash: '',
      hash: '',
    }))
    await upstream.db
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('audit_log').values(many).execute()
        const within = createAuditList({ db: trx, now: Date.now })
        expect(await within.counts({ action: 'test.many', from: '2021-03-03', to: '2021-03-05' })).toEqual({
          total: 1001,
          days: [
            { day: '2021-03-03', entries: 0 },
            { day: '2021-03-04', entries: 90 },
            { day: '2021-03-05', entries: 1001 },
          ],
        })
        throw new Error('the chain stays whole')
      })
      .catch((error: Error) => expect(error.message).toBe('the chain stays whole'))
  })

  it('is checked on demand by owners, with the number of valid entries and the person who checked last', async () => {
    const readChain = async () => (await owner.ask('GET /v1/manage/audit/chain')).data
    expect((await readChain()).check).toBeNull()
    const { data } = await owner.ask('POST /v1/manage/audit/check')
    expect(data.check).toMatchObject({ byName: 'owner', fault: null, entries: data.entries })
    expect(await readChain()).toMatchObject({ entries: data.entries + 1, check: data.check })
    expect((await list('action=audit.check'))[0]).toMatchObject({ outcome: 'done', targetId: 'chain' })
    expect((await editor.ask('POST /v1/manage/audit/check')).code).toBe(403)
  })

  it('is exported as a CSV file, and the export is an entry', async () => {
    const answer = await upstream.app.inject({
      url: '/v1/manage/audit/export?action=factor',
      headers: { authorization: owner.token },
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeff编号,时间,人员,事项,动作,对象,对象编号,名称,改动,结果,原因,网络,设备,校验值')
    expect(lines.length).toBeGreaterThan(60)
    expect((await list())[0]).toMatchObject({ action: 'audit.export', outcome: 'done' })
  })

  it('is exported in the terms of its page, not in those of the program', async () => {
    const fact = { actor: { id: owner.id, name: '沈砚秋' }, requestId: '1', network: '', device: null }
    const changes = [{ member: 'scopes', before: 'check', after: 'check, webhooks' }]
    const partner = { kind: 'partner', id: 'p1', name: '周记银楼', changes }
    const call = { kind: 'call', id: 'PUT /v1/manage/articles/:id/draft' }
    await upstream.db.transaction().execute(async (trx) => {
      await appendAudit(trx, makeWriter(), { ...fact, action: 'partner.change', outcome: 'done', subject: partner })
      const refusal = { outcome: 'refused', reason: '您的职责不包括这项操作' } as const
      await appendAudit(trx, makeWriter(), { ...fact, action: 'access', ...refusal, subject: call })
    })
    const exportAudit = async (action: string) => {
      const url = `/v1/manage/audit/export?action=${action}`
      return (await upstream.app.inject({ url, headers: { authorization: owner.token } })).body
    }
    expect(await exportAudit('partner')).toContain(
      ',沈砚秋,合作方,修改,合作方,p1,周记银楼,权限：核验证书 → 核验证书、变动通知,成功,,',
    )
    expect(await exportAudit('access')).toContain(',沈砚秋,管理,进入,页面,,文章,,拒绝,您的职责不包括这项操作,')
  })

  it('is a chain: entries of concurrent writers follow each other, and no entry can be changed or deleted', async () => {
    const fact = { actor: { id: null, name: '命令' }, action: 'test', requestId: '1', network: '', device: null }
    const write = () =>
      upstream.db.transaction().execute((trx) => appendAudit(trx, makeWriter(), { ...fact, outcome: 'done' }))
    await Promise.all(Array.from({ length: 20 }, write))
    expect(await runAudit({ ...makeWriter(), db: upstream.db, markStore: upstream.files.markStore })).toMatchObject({
      exitCode: 0,
      lines: [expect.stringMatching(/^\d+ entries; /)],
    })
    await expect(upstream.db.updateTable('audit_log').set({ action: 'other' }).execute()).rejects.toThrow(
      'stay as they are',
    )
    await expect(upstream.db.deleteFrom('audit_log').execute()).rejects.toThrow('stay as they are')
  })
})
