import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { appendAuditHead } from '#log/audit-heads.ts'
import { ask } from '#testing/asking.ts'
import { makeFolder, runAdminIn, runCommandIn, runWithUpstream, waitForCheckpoint } from '#testing/backups.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import type { TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople, makeTurquoise } from '#testing/staff/desk-people.ts'
import { ASIDE, DATABASE_FILE } from './stored-files.ts'

const PATH = '/v1/manage/certificates'
const CODE = '7K3M9Q'

/** Creates two people of a laboratory, with the steps that they take. */
async function openLab(upstream: TestUpstream, [first, second]: [string, string]) {
  const desk = createDeskPeople(upstream)
  const [writer, signer] = [await desk.person(first, ['certify']), await desk.person(second, ['approve'])]
  const publish = async () => await setKnownCode(upstream, await desk.published(writer, signer))
  return { ...desk, writer, signer, publish }
}

/** Sets a known check code. */
async function setKnownCode({ db, digest }: TestUpstream, certificateNo: string): Promise<string> {
  await db
    .updateTable('certificates')
    .set({ check_code_hash: hashCheckCode(digest, certificateNo, CODE) })
    .where('certificate_no', '=', certificateNo)
    .execute()
  return certificateNo
}

const readAnswers = (upstream: TestUpstream, numbers: readonly string[]) =>
  Promise.all(
    numbers.map(async (certificateNo) => {
      const body = { certificateNo, checkCode: CODE }
      return (await ask(upstream, 'POST /v1/certificate/check', { body })).data
    }),
  )

async function uploadPicture(upstream: TestUpstream, who: Member, certificateNo: string): Promise<string> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#188' } })
    .png()
    .toBuffer()
  const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.png"\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = { authorization: who.token, 'content-type': 'multipart/form-data; boundary=b' }
  const url = `${PATH}/${certificateNo}/pictures`
  return (await upstream.app.inject({ method: 'POST', url, headers, payload })).json().data.file
}

it('certificates that were published after the backup are recovered unchanged', async () => {
  using temporary = makeFolder()
  const [dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
  const before = await runWithUpstream(dataDir, async (upstream) => {
    const { publish, submitted, writer } = await openLab(upstream, ['周观澜', '陈景行'])
    const prepared = await setKnownCode(upstream, await submitted(writer))
    const numbers = [await publish(), await publish(), await publish(), prepared] as const
    await waitForCheckpoint(upstream, 3)
    return numbers
  })
  await runCommandIn('backup', dataDir, [backup])
  const [withdrawn, corrected, replaced, prepared] = before
  const published = await runWithUpstream(dataDir, async (upstream) => {
    const lab = await openLab(upstream, ['吴知微', '郑言'])
    const { writer, signer } = lab
    await lab.step(signer, withdrawn, 'withdrawNow', { reason: '样品调换', isNoticed: true })
    await lab.corrected(writer, corrected)
    await lab.approve(signer, corrected)
    const { certificateNo: newer } = (await lab.step(writer, replaced, 'reissue', { reason: 'lost' })).data
    await lab.write(writer, newer)
    await lab.submit(writer, newer)
    await lab.approve(signer, newer)
    const { certificateNo: fresh } = (await writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    const file = await uploadPicture(upstream, writer, fresh)
    await lab.write(writer, fresh, { ...makeTurquoise(), pictures: [{ file, caption: '正面', widthMm: '44.8' }] })
    await lab.submit(writer, fresh)
    await lab.approve(signer, fresh)
    await lab.approve(signer, prepared)
    for (const certificateNo of [newer, fresh]) await setKnownCode(upstream, certificateNo)
    const head = { day: '2026-11-28', entries: 1, head: '0' }
    const by = { digest: upstream.digest, now: Date.now }
    await upstream.db.transaction().execute((trx) => appendAuditHead(trx, head, by))
    const checkpoint = await waitForCheckpoint(upstream, 10)
    const numbers = [...before, newer as string, fresh as string]
    const noticed = (await ask(upstream, 'GET /v1/certificate/withdrawn')).data
    return { numbers, answers: await readAnswers(upstream, numbers), checkpoint, noticed }
  })
  expect(published.answers.map(({ state }) => state)).toEqual([
    'withdrawn',
    'valid',
    'reissued',
    ...Array(3).fill('valid'),
  ])

  const { output } = await runCommandIn('restore', dataDir, [backup, '--replace'])
  expect(output).toContain('bring them back before the next start, with\n  npm run admin -- log-recover\n')
  const recovered = await runAdminIn(dataDir, 'log-recover')
  expect(recovered).toMatchObject({ exitCode: 0, text: expect.stringContaining('6 certificates came back from') })
  // The head of the audit log is no certificate.
  expect(recovered.text).not.toContain('without their content')
  const [newer, fresh] = published.numbers.slice(4) as [string, string]
  for (const line of [
    `${withdrawn}  version 1, withdrawn  第 1 版，已撤销`,
    `${corrected}  version 2, corrected  第 2 版，已更正`,
    `${replaced}  version 1, reissued  第 1 版，已换发`,
    ...[prepared, newer, fresh].map((certificateNo) => `${certificateNo}  version 1, published  第 1 版，已签发`),
  ]) {
    expect(recovered.text).toContain(`  ${line}\n`)
  }
  await runWithUpstream(dataDir, async (upstream) => {
    expect((await upstream.app.inject('/log/checkpoint')).body).toBe(published.checkpoint)
    expect(await readAnswers(upstream, published.numbers)).toEqual(published.answers)
    expect((await ask(upstream, 'GET /v1/certificate/withdrawn')).data).toEqual(published.noticed)
    const picture = published.answers[5].certificate.pictures[0].url
    expect((await upstream.app.inject(picture)).statusCode).toBe(200)
    expect(await findLogFaults(upstream.db)).toEqual([])
    for (const table of ['pending_changes', 'certificate_mismatches'] as const) {
      expect(await upstream.db.selectFrom(table).select('certificate_no').execute()).toEqual([])
    }
    // The next version continues the recovered one.
    const lab = await openLab(upstream, ['林知微', '沈砚'])
    await lab.corrected(lab.writer, fresh, makeTurquoise({ color: '天蓝色' }))
    expect((await lab.approve(lab.signer, fresh)).data).toEqual({ version: 2 })
    await waitForCheckpoint(upstream, 11)
    expect((await readAnswers(upstream, [fresh]))[0]).toMatchObject({
      state: 'valid',
      replaces: { version: 1 },
      log: { index: 10 },
    })
    expect(await findLogFaults(upstream.db)).toEqual([])
  })
})

it('a second recovery brings back the same, and takes no head of the audit log for a certificate', async () => {
  using temporary = makeFolder()
  const [dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
  await runWithUpstream(dataDir, async () => {})
  await runCommandIn('backup', dataDir, [backup])
  const certificateNo = await runWithUpstream(dataDir, async (upstream) => {
    const by = { digest: upstream.digest, now: Date.now }
    const head = { day: '2026-11-28', entries: 1, head: '0' }
    await upstream.db.transaction().execute((trx) => appendAuditHead(trx, head, by))
    const { publish } = await openLab(upstream, ['周观澜', '陈景行'])
    const published = await publish()
    await waitForCheckpoint(upstream, 2)
    return published
  })
  const recover = async () => {
    expect((await runCommandIn('restore', dataDir, [backup, '--replace'])).exitCode).toBe(0)
    const { text } = await runAdminIn(dataDir, 'log-recover')
    expect(text).toContain(`\n  ${certificateNo}  version 1, published  第 1 版，已签发\n`)
    expect(text).not.toContain('without their content')
  }
  await recover()
  await recover()
})

const findAside = (dataDir: string) => readdirSync(dataDir).find((name) => name.startsWith(ASIDE)) ?? ''

/** Tampers with the database that a restore has replaced. */
function alterFormer(dataDir: string, statements: readonly string[]): void {
  using database = new DatabaseSync(join(dataDir, findAside(dataDir), DATABASE_FILE))
  for (const statement of statements) expect(database.prepare(statement).run().changes).toBe(1)
}

it('a text that was altered in the replaced database is recovered without content, and is not vouched for', async () => {
  using temporary = makeFolder()
  const [dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
  const [altered, renamed] = await runWithUpstream(dataDir, async (upstream) => {
    const { publish } = await openLab(upstream, ['周观澜', '陈景行'])
    const numbers = [await publish(), await publish()] as const
    await waitForCheckpoint(upstream, 2)
    return numbers
  })
  await runCommandIn('backup', dataDir, [backup])
  const fresh = await runWithUpstream(dataDir, async (upstream) => {
    const lab = await openLab(upstream, ['吴知微', '郑言'])
    for (const certificateNo of [altered, renamed]) {
      await lab.corrected(lab.writer, certificateNo)
      await lab.approve(lab.signer, certificateNo)
    }
    const certificateNo = await lab.publish()
    await waitForCheckpoint(upstream, 5)
    return certificateNo
  })
  await runCommandIn('restore', dataDir, [backup, '--replace'])
  alterFormer(dataDir, [
    `update certificate_versions set body = replace(body, '蓝绿色', '绿色') where certificate_no = '${altered}' and version = 2`,
    `update log_entries set certificate_no = '${fresh}' where certificate_no = '${renamed}' and idx = 3`,
    `update log_records set text = replace(text, '蓝绿色', '绿色') where certificate_no = '${altered}' and version = 2`,
    `update certificate_versions set body = replace(body, '12.50', '13.50') where certificate_no = '${fresh}'`,
  ])
  const { text } = await runAdminIn(dataDir, 'log-recover')
  expect(text).not.toContain('came back from')
  expect(text).toMatch(new RegExp(`2 certificates came back without their content.*\\n  ${altered}\\n  ${fresh}\\n`))
  expect(text).toMatch(
    /1 entries came back without their content and number.*\n {2}Index in the log 日志序号: 3 to 3\n/,
  )
  await runWithUpstream(dataDir, async (upstream) => {
    const lab = await openLab(upstream, ['林知微', '沈砚'])
    const [first, second] = await readAnswers(upstream, [altered, fresh])
    expect([first, second.state]).toEqual([{ state: 'mismatch', certificateNo: altered }, 'unknown'])
    const view = () => lab.view(lab.writer, altered)
    expect((await view()).recovered.isWhole).toBe(false)
    // An altered certificate can still be withdrawn.
    expect((await lab.step(lab.signer, altered, 'withdrawNow', { reason: '原件遗失' })).code).toBe(200)
    await waitForCheckpoint(upstream, 6)
    expect(await readAnswers(upstream, [altered])).toMatchObject([{ state: 'withdrawn', log: { index: 5 } }])
    expect((await view()).recovered).toBeUndefined()
    // The fresh certificate is missing in the backup too.
    const listed = async () =>
      (await lab.writer.ask('GET /v1/manage/certificates?recovered=true')).data.records.map(
        (row: { certificateNo: string; shownState: string }) => [row.certificateNo, row.shownState],
      )
    expect(await listed()).toEqual([[fresh, 'discarded']])
    expect((await lab.view(lab.writer, fresh)).recovered.isWhole).toBe(false)
    expect((await lab.step(lab.writer, fresh, 'checked')).code).toBe(200)
    expect(await listed()).toEqual([])
    expect(await findLogFaults(upstream.db)).toEqual([])
  })
})

it('a certificate that was withdrawn while the log was stopped stays withdrawn when its correction is recovered', async () => {
  using temporary = makeFolder()
  const [dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
  const certificateNo = await runWithUpstream(dataDir, async (upstream) => {
    const { publish } = await openLab(upstream, ['周观澜', '陈景行'])
    const number = await publish()
    await waitForCheckpoint(upstream, 1)
    return number
  })
  await runCommandIn('backup', dataDir, [backup])
  await runWithUpstream(dataDir, async (upstream) => {
    const { corrected, approve, writer, signer } = await openLab(upstream, ['吴知微', '郑言'])
    await corrected(writer, certificateNo)
    await approve(signer, certificateNo)
    await waitForCheckpoint(upstream, 2)
  })
  await runCommandIn('restore', dataDir, [backup, '--replace'])
  await runWithUpstream(dataDir, async (upstream) => {
    const { step, signer } = await openLab(upstream, ['林知微', '沈砚'])
    expect((await step(signer, certificateNo, 'withdrawNow', { reason: '样品调换' })).code).toBe(200)
  })
  expect(await runAdminIn(dataDir, 'log-recover')).toMatchObject({ exitCode: 0 })
  await runWithUpstream(dataDir, async (upstream) => {
    await waitForCheckpoint(upstream, 3)
    const [shown] = await readAnswers(upstream, [certificateNo])
    expect(shown).toMatchObject({ state: 'withdrawn', reason: '样品调换', log: { index: 2 } })
    expect(await findLogFaults(upstream.db)).toEqual([])
  })
})
