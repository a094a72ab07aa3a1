import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeLog, makeFakeLog, makeSigner } from '#testing/fake-log.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component, loader } from './log-page.tsx'

const PATH = '/log'
const pages = [{ path: PATH, Component, loader }]

beforeEach(() => localStorage.clear())

async function makeLog(entries: number): Promise<FakeLog> {
  const log = await makeFakeLog()
  await log.addOthers(entries)
  return log
}

/** Opens the page on a site with this log. */
function open(log: FakeLog) {
  const view = openPage(PATH, pages)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    return (await log.answer(address)) ?? (await view.fetch(address, init))
  })
  return view
}

/** A cell of the current state: its value and the text below. */
async function findCell(name: string): Promise<(string | null)[]> {
  const state = within(await screen.findByRole('region', { name: '日志现状' }))
  const [, ...texts] = state.getByText(name, { selector: 'dt' }).parentElement?.children ?? []
  return texts.map(({ textContent }) => textContent)
}

/** Waits for the number of entries and its text, because the browser hashes all entries first. */
function waitForRecords(texts: string[]): Promise<void> {
  return vi.waitFor(async () => expect(await findCell('记录')).toEqual(texts), { timeout: 10_000 })
}

describe('the page of the public log', () => {
  it('shows size, checkpoint and key of the log, and checks it against this device on the next visit', async () => {
    const log = await makeLog(300)
    const first = open(log)
    await waitForRecords(['300', '条，序号 0 至 299'])
    expect((await findCell('最新检查点'))[1]).toMatch(/^\d{4}-\d\d-\d\d 取得，签名相符$/)
    expect(await findCell('这台设备')).toEqual(['相符', '已记下检查点，下次核对其延续'])
    expect(await findCell('见证')).toEqual(['0', '尚无见证人副签'])
    expect(screen.getByText(log.signer.verifier)).toBeTruthy()
    const note = await log.note()
    expect(note).toContain('www.example.cn/log\n300\n')
    expect(screen.getByRole('region', { name: '检查点原文' }).textContent).toContain(note)
    first.unmount()

    await log.addOthers(12)
    open(log)
    await waitForRecords(['312', '条，序号 0 至 311'])
    expect((await findCell('这台设备'))[1]).toMatch(/^自 \d{4}-\d\d-\d\d 起 2 次核对$/)
  })

  it('warns of a log that does not continue the checkpoint stored on this device', async () => {
    const log = await makeLog(20)
    const first = open(log)
    await waitForRecords(['20', '条，序号 0 至 19'])
    first.unmount()

    log.leaves.splice(4, 1)
    await log.addOthers(3)
    open(log)
    expect(await screen.findByText(/核对未通过：日志与这台设备 \d+月\d+日所见不相延续/)).toBeTruthy()
    expect(await findCell('这台设备')).toEqual(['不符', '与早先所见不相延续'])
    expect(await findCell('记录')).toEqual(['—', '只增不减'])
  })

  it('warns of a checkpoint that another key has signed', async () => {
    const log = await makeLog(5)
    const { verifier } = await makeSigner()
    log.replace.set('/log/key', () => new Response(`${verifier}\n`))
    open(log)
    expect(await screen.findByText(/检查点的签名不是本中心的/)).toBeTruthy()
    expect(await findCell('这台设备')).toEqual(['不符', '签名不是本中心的'])
  })

  it('lists the witnesses of the checkpoint with their times', async () => {
    const log = await makeLog(5)
    const bytes = new Uint8Array(4 + 8 + 64)
    new DataView(bytes.buffer).setBigUint64(4, BigInt(Date.UTC(2026, 10, 20, 2, 42, 30) / 1000))
    const line = `— witness.example/gem ${btoa(String.fromCharCode(...bytes))}\n`
    log.replace.set('/log/checkpoint', async () => new Response((await log.note()) + line))
    open(log)
    const witness = (await screen.findByText('witness.example/gem', { selector: 'li b' })).parentElement
    expect(witness?.textContent).toBe('witness.example/gem2026-11-20 10:42')
    expect(await findCell('见证')).toEqual(['1', '家见证人已副签'])
  })

  it('states that the site has no log when upstream keeps none', async () => {
    const log = await makeLog(1)
    log.replace.set('/log/checkpoint', () => new Response('', { status: 404 }))
    open(log)
    expect(await screen.findByText('本站没有公开日志，以下只是说明。')).toBeTruthy()
  })

  it('reads the log again on request when it was unreachable', async () => {
    const log = await makeLog(7)
    log.replace.set('/log/checkpoint', () => new Response('', { status: 502 }))
    open(log)
    const again = await screen.findByRole('button', { name: '重试' })
    log.replace.clear()
    fireEvent.click(again)
    await waitForRecords(['7', '条，序号 0 至 6'])
  })

  it('copies the commands with the address of this site', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
    open(await makeLog(1))
    fireEvent.click(await screen.findByRole('button', { name: '复制命令' }))
    // The memory router's requests have this address.
    expect(writeText).toHaveBeenCalledWith(
      expect.stringContaining('npm run log:check -- http://localhost/log --full\n'),
    )
  })

  it('links the files of the log without a script', async () => {
    open(await makeLog(1))
    const table = within(await screen.findByRole('table', { name: '日志的地址与格式' }))
    const files = table.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(files).toEqual(['/log/checkpoint', '/log/key'])
    expect(screen.getAllByRole('img', { name: /^示意图/ })).toHaveLength(3)
  })
})
