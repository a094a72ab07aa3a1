import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { downloadCard } from './printed-card.ts'
import { drawn, sideways } from './sample-photo.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await authoriseWriter()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The writer becomes a signatory for turquoise. */
async function authoriseWriter() {
  const asOwner = await site.tokenOf(site.owner)
  const { id } = await site.ask<{ id: string }>('POST', '/oauth/emailLogin', site.writer)
  const { version } = await site.ask<{ version: number }>('GET', `/v1/manage/users/${id}`, undefined, asOwner)
  await site.ask('PUT', `/v1/manage/users/${id}/duties`, { duties: ['approve'], version }, asOwner)
  const days = { validFrom: '2020-01-01', validTo: '2099-12-31' }
  const record = { personId: id, title: '高级工程师', categories: ['turquoise'], ...days }
  await site.ask('POST', '/v1/manage/signatories', record, asOwner)
}

it('a certificate is prepared, warned about, submitted, returned, submitted again and approved by another person', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates')
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  // A name of the standard by keyboard, then from field to field.
  await page.getByLabel('检验结论').pressSequentially('绿松')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('英文结论').inputValue()).toBe('Turquoise')
  await page.getByLabel('总质量').fill('12.36')
  await page.getByRole('textbox', { name: '密度' }).fill('3.90')
  await page
    .getByRole('img', { name: '密度标尺：绿松石公布 2.76（+0.14/−0.36），读数 3.90，不符', exact: false })
    .waitFor()
  await page.getByText('绿松石密度应为', { exact: false }).waitFor()
  const submit = page.getByRole('button', { name: '提交审批' })
  expect(await submit.isDisabled()).toBe(true)
  await page.keyboard.press('F8')
  await page.getByLabel('已复测，确认').check()
  await page.getByLabel('答复').fill('静水称重复测三次，均为 3.90')
  await submit.click()
  await page.getByText('全部内容').waitFor()
  expect(await page.getByRole('button', { name: '由您制作，须他人批准' }).isDisabled()).toBe(true)

  const address = new URL(page.url()).pathname
  const signatory = await openAs(pages, site, 'writer', address)
  await signatory.page.getByText('静水称重复测三次', { exact: false }).waitFor()
  await signatory.page.keyboard.press('r')
  await signatory.page.getByLabel('退回原因').fill('请补充颜色')
  await signatory.page.getByRole('button', { name: '退回', exact: true }).click()
  await signatory.page.getByText('已退回').waitFor()

  await page.reload()
  await page.getByText('请补充颜色').first().waitFor()
  await page.getByLabel('颜色').fill('蓝绿色')
  await page.getByRole('button', { name: '提交审批' }).click()
  await page.getByText('全部内容').waitFor()

  await signatory.page.reload()
  await signatory.page.getByLabel('已看，同意发布').check()
  await signatory.page.keyboard.press('a')
  const published = signatory.page.getByRole('region', { name: '已发布的内容' })
  await published.getByText('蓝绿色').waitFor()
  expect(await published.textContent()).toContain('林知微')

  await page.goto(`${site.url}/manage/certificates?state=published`)
  await page.getByRole('link', { name: '绿松石' }).first().waitFor()
  const row = page.getByRole('row', { name: new RegExp(address.split('/').at(-1) ?? '-') })
  expect(await row.textContent()).toContain('已发布')
  await row.getByRole('checkbox').check()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出所选' }).click()
  expect([(await saved).suggestedFilename(), await (await saved).failure()]).toEqual(['certificates.xlsx', null])
  await page.getByRole('link', { name: '打印所选' }).click()
  await page.getByText('核对码只印不显').waitFor()
  const card = await downloadCard(page)
  if (card) {
    await page.goto(card.address)
    expect(page.url()).toBe(`${site.url}/certificate-check?no=${address.split('/').at(-1)}&v=1`)
    await page.getByRole('textbox', { name: '核对码', exact: true }).fill(card.checkCode)
    await page.getByRole('button', { name: '查询证书' }).click()
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
  }
  expect([...complaints, ...signatory.complaints]).toEqual([])
})

it('pictures are made small in a worker, turned and cropped by keyboard, and a file that is none is refused', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates')
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  const chooser = page.getByLabel('拖入、粘贴或选取图片')
  const photo = sideways(await drawn(page, 3000, 1500))
  const evil = {
    name: 'evil.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  await chooser.setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo }, evil])
  await page.getByText('这个文件不是图片').waitFor()
  await page.getByRole('button', { name: /移除.*evil/ }).click()
  await page.getByLabel('说明').fill('正面')
  expect(page.workers()).toHaveLength(1)
  const width = page.getByLabel('画面宽 mm')
  await width.fill('20')
  const stored = () => page.getByAltText('正面').getAttribute('src')
  const sizeOf = async (address: string) => {
    expect((await (await page.request.get(address)).body()).toString('latin1')).not.toMatch(/SECRETCAM|Exif/)
    return await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, address)
  }
  // Upright: 1500 × 3000, made smaller.
  const first = (await stored()) ?? ''
  expect(await sizeOf(site.url + first)).toEqual([1200, 2400])
  await page.getByRole('button', { name: '第 1 张顺时针转 90°' }).click()
  await expect.poll(() => width.inputValue()).toBe('40')
  await page.getByRole('button', { name: '裁剪第 1 张' }).click()
  const corner = page.getByRole('button', { name: '移动左上角' })
  for (let step = 0; step < 5; step += 1) await corner.press('Shift+ArrowRight')
  await page.getByRole('button', { name: '裁剪', exact: true }).click()
  await expect.poll(() => width.inputValue()).toBe('20')
  expect(await sizeOf(site.url + ((await stored()) ?? ''))).toEqual([1500, 1500])
  await page.getByText('已保存').waitFor()
  await page.reload()
  await expect.poll(() => width.inputValue()).toBe('20')
  expect(complaints).toEqual([])
})

it('a withdrawal stands on the public page by number and day, rendered by the server', async () => {
  const [prepares, signs] = [await site.tokenOf(site.owner), await site.tokenOf(site.writer)]
  const at = '/v1/manage/certificates'
  const { certificateNo } = await site.ask<{ certificateNo: string }>('POST', at, { category: 'turquoise' }, prepares)
  const form = { category: 'turquoise', fields: { conclusion: '绿松石', totalMassG: '12.36' }, pictures: [] }
  await site.ask('PUT', `${at}/${certificateNo}`, { revision: 1, form, answers: [] }, prepares)
  await site.ask('POST', `${at}/${certificateNo}/submit`, { revision: 2 }, prepares)
  const { work } = await site.ask<{ work: { revision: number; contentHash: string } }>(
    ...(['GET', `${at}/${certificateNo}`, undefined, signs] as const),
  )
  const seen = { revision: work.revision, contentHash: work.contentHash }
  await site.ask('POST', `${at}/${certificateNo}/approve`, seen, signs)
  await site.ask('POST', `${at}/${certificateNo}/withdrawNow`, { reason: '误签', isNoticed: true }, signs)
  const html = await (await fetch(`${site.url}/certificate-check/withdrawn`)).text()
  expect([html.includes(certificateNo), html.includes('误签')]).toEqual([true, false])
})
