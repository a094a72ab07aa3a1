import { beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { makeTurquoise } from '#testing/staff/desk-people.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const PATH = '/v1/manage/certificates'

describeDatabases('certificates approved together', (make) => {
  const desk = useDesk(make)
  let both: Member
  beforeAll(async () => {
    both = await desk.person('林知微', ['certify', 'approve'])
  })

  const readReview = async (numbers: readonly string[], who = desk.signer) =>
    (await who.ask(`POST ${PATH}/review`, { numbers: [...numbers] })).data
  const readSeen = async (certificateNo: string) => ({
    certificateNo,
    ...(await desk.seen(desk.signer, certificateNo)),
  })
  const approve = async (certificates: readonly object[], who = desk.signer) =>
    (await who.ask(`POST ${PATH}/approve`, { certificates: [...certificates] })).data.results
  const readShown = async (certificateNo: string) => (await desk.view(desk.writer, certificateNo)).shownState

  it('are listed with warnings, answers, differences, and the reason why one may not be approved', async () => {
    const plain = await desk.submitted(desk.writer)
    const ownText = await desk.submitted(both)
    const corrected = await desk.published(desk.writer, desk.signer)
    await desk.writer.ask(`POST ${PATH}`, { corrects: corrected, reason: '密度复测' })
    const form = makeTurquoise({ specificGravity: '3.90' })
    const [warning] = (await desk.write(desk.writer, corrected, form)).data.warnings
    await desk.write(desk.writer, corrected, form, [{ key: warning.key, text: '复测三次' }])
    await desk.submit(desk.writer, corrected)
    const { certificateNo: draft } = (await desk.writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data

    const { records, notSubmitted } = await readReview([plain, ownText, corrected, draft], both)
    expect(notSubmitted).toEqual([draft])
    expect(records).toMatchObject([
      { certificateNo: plain, kind: 'first', refusal: null, changes: [], submittedBy: '周观澜' },
      { certificateNo: ownText, refusal: '由您制作或提交，须由他人批准' },
      { certificateNo: corrected, kind: 'correction', version: 2, reason: '密度复测', refusal: null },
    ])
    const noPictures = { text: '缺少图片', answer: '客户不需要图片' }
    expect(records[0].warnings).toEqual([noPictures])
    expect(records[2].warnings).toEqual([{ text: expect.stringContaining('3.9'), answer: '复测三次' }, noPictures])
    expect(records[0].values).toContainEqual({ member: 'specificGravity', label: '密度', value: '2.76\u00a0g/cm³' })
    expect(records[2].values).toContainEqual({ member: 'specificGravity', label: '密度', value: '3.90\u00a0g/cm³' })
    expect(records[2].changes).toEqual([{ member: 'specificGravity', before: '2.76', after: '3.90' }])
    const isOpened = async (no: string) => (await desk.view(desk.writer, no)).pendingChange.isOpened
    expect([await isOpened(plain), await isOpened(ownText)]).toEqual([true, false])
  })

  it('name the number that a reissue replaces', async () => {
    const old = await desk.published(desk.writer, desk.signer)
    const { certificateNo } = (await desk.writer.ask(`POST ${PATH}/${old}/reissue`, { reason: 'lost' })).data
    await desk.write(desk.writer, certificateNo, makeTurquoise())
    await desk.submit(desk.writer, certificateNo)
    const plain = await desk.submitted(desk.writer)
    const { records } = await readReview([certificateNo, plain])
    expect(records.map(({ replaces }: { replaces?: string }) => replaces)).toEqual([old, undefined])
  })

  it('show the published text when a withdrawal waits', async () => {
    const certificateNo = await desk.published(desk.writer, desk.signer)
    await desk.writer.ask(`POST ${PATH}/${certificateNo}/withdraw`, { reason: '样品被调换' })
    const { records } = await readReview([certificateNo], both)
    expect(records).toMatchObject([{ kind: 'withdrawal', reason: '样品被调换', changes: [] }])
    expect(records[0].values).toContainEqual({ member: 'conclusion', label: '检验结论', value: '绿松石' })
  })

  it('are published one by one; a refusal does not affect the others', async () => {
    const numbers = [await desk.submitted(desk.writer), await desk.submitted(both), await desk.submitted(desk.writer)]
    const chosen = await Promise.all(numbers.map(readSeen))
    const results = await approve(chosen, both)
    expect(results).toMatchObject([
      { outcome: 'published', version: 1, reason: null },
      { outcome: 'refused', version: null, reason: '由您制作或提交，须由他人批准' },
      { outcome: 'published', version: 1 },
    ])
    expect(await Promise.all(numbers.map(readShown))).toEqual(['published', 'none', 'published'])
    const entries = await desk.upstream.db
      .selectFrom('audit_log')
      .select(['target_id', 'outcome'])
      .where('action', '=', 'certificate.approve')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(entries.reverse().map(({ target_id, outcome }) => [target_id, outcome])).toEqual([
      [numbers[0], 'done'],
      [numbers[1], 'refused'],
      [numbers[2], 'done'],
    ])
  })

  it('are refused with the reason when one of their days is in the future', async () => {
    const alteredNo = await desk.submitted(desk.writer)
    const unalteredNo = await desk.submitted(desk.writer)
    await desk.upstream.db
      .updateTable('pending_changes')
      .set({ form: JSON.stringify(makeTurquoise({ testedOn: '2099-06-01' })) })
      .where('certificate_no', '=', alteredNo)
      .execute()
    const reason = expect.stringMatching(/^检验日期 2099-06-01 晚于今天 .*；请退回，由制作人改正$/)
    expect((await readReview([alteredNo])).records).toMatchObject([{ refusal: reason }])
    expect(await desk.approve(desk.signer, alteredNo)).toMatchObject({ code: 400, message: reason })
    expect(await approve([await readSeen(alteredNo), await readSeen(unalteredNo)])).toMatchObject([
      { outcome: 'refused', reason },
      { outcome: 'published' },
    ])
    expect(await readShown(alteredNo)).toBe('none')
  })

  it('stop at the first certificate that was changed meanwhile, and keep those that were published', async () => {
    const numbers = [
      await desk.submitted(desk.writer),
      await desk.submitted(desk.writer),
      await desk.submitted(desk.writer),
    ]
    const [first, changed, last] = await Promise.all(numbers.map(readSeen))
    await desk.step(desk.writer, numbers[1] as string, 'return', { revision: changed?.revision })
    const results = await approve([first, changed, last].filter((one) => one !== undefined))
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['published', 'conflict', 'untried'])
    expect(await Promise.all(numbers.map(readShown))).toEqual(['published', 'none', 'none'])
  })

  it('are each published once when two people approve the same ones at the same time', async () => {
    const numbers = [await desk.submitted(desk.writer), await desk.submitted(desk.writer)]
    const chosen = await Promise.all(numbers.map(readSeen))
    const answers = await Promise.all([approve(chosen), approve(chosen, both)])
    const published = answers.flat().filter(({ outcome }: { outcome: string }) => outcome === 'published')
    expect(published.map(({ certificateNo }) => certificateNo).sort()).toEqual(
      numbers.filter((_no, at) => published.length === 2 || at === 0).sort(),
    )
    const versions = desk.upstream.db.selectFrom('certificate_versions').select('version')
    for (const { certificateNo } of published) {
      expect(await versions.where('certificate_no', '=', certificateNo).execute()).toHaveLength(1)
    }
  })

  it('are limited to fifty, and need a fresh proof', async () => {
    const certificates = Array.from({ length: 51 }, () => ({
      certificateNo: 'SH20261103001285',
      revision: 1,
      contentHash: '0'.repeat(64),
    }))
    expect((await desk.signer.ask(`POST ${PATH}/approve`, { certificates })).code).toBe(400)
    await desk.upstream.db.updateTable('sessions').set({ factor_at: 0 }).where('user_id', '=', desk.signer.id).execute()
    const { code, extra } = await desk.signer.ask(`POST ${PATH}/approve`, { certificates: certificates.slice(0, 1) })
    expect({ code, extra }).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
  })
})
