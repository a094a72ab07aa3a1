import { buffer } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { extractText, hasPoppler, removeBlanks } from '../../../apps/bff/src/testing/poppler.ts'
import { untilLive } from '../browser.ts'
import { downloadCard, downloadFile } from '../certificates/printed-card.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { type Account, openAs, startWritingSite, type WriterPage, type WritingSite } from '../writing-site.ts'

/** Cases that read the printed card. */
const itPrinted = it.skipIf(!hasPoppler())

let site: WritingSite
let browser: Browser
let pages: PagePool
let customerAccount: Account
/** Page of the preparer of certificates. */
let preparer: WriterPage
/** Page of the signatory, who approves them. */
let signatory: WriterPage
/** Page of a member who holds the card. */
let customer: WriterPage
/** Page of a visitor who has the address of a share. */
let guest: WriterPage

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await site.appoint(site.writer, ['approve'], ['turquoise'])
  customerAccount = await site.register('he@example.test', '何小满')
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Fills the form of a new certificate by keyboard, and answers its warnings. @returns the address of its page */
async function prepare(page: Page): Promise<string> {
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  // A name of the standard is chosen by keyboard, then the fields are filled one by one.
  await page.getByLabel('检验结论').pressSequentially('绿松')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('英文结论').inputValue()).toBe('Turquoise')
  await page.getByLabel('总质量').fill('12.3457')
  await page.getByLabel('长', { exact: true }).fill('18.42')
  await page.getByLabel('高', { exact: true }).fill('6.85')
  await page.getByRole('textbox', { name: '密度' }).fill('3.90')
  await page.getByLabel('检验依据').fill('GB/T 16552、GB/T 16553')
  await page
    .getByRole('img', { name: '密度标尺：绿松石公布 2.76（+0.14/−0.36），读数 3.90，不符', exact: false })
    .waitFor()
  await page.getByText('绿松石密度应为', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: '提交审批' }).isDisabled()).toBe(true)
  await page.keyboard.press('F8')
  await answerWarnings(page)
  await submit(page)
  return new URL(page.url()).pathname
}

async function answerWarnings(page: Page) {
  const findWarning = (text: string) => page.getByRole('group', { name: '警示' }).filter({ hasText: text })
  const density = findWarning('密度应为')
  await density.getByLabel('已复测，确认').check()
  await density.getByLabel('答复').fill('静水称重复测三次，均为 3.90')
  const pictures = findWarning('缺少图片')
  await pictures.getByLabel('不补，说明原因').check()
  await pictures.getByLabel('答复').fill('委托方不要求附图')
}

async function submit(page: Page) {
  await page.getByRole('button', { name: '提交审批' }).click()
  const approval = page.getByRole('button', { name: '由您制作，须他人批准' })
  await approval.waitFor()
  expect(await approval.isDisabled()).toBe(true)
}

async function approve(page: Page) {
  await page.reload()
  await page.getByRole('button', { name: /^批准(?:并发布|撤销)/ }).waitFor()
  for (const answer of await page.getByLabel('已看，同意发布').all()) await answer.check()
  await page.keyboard.press('a')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确认(?:发布|撤销)/ })
    .waitFor()
  await page.keyboard.press('Enter')
}

const mailed = (words: string) =>
  expect
    .poll(async () => (await site.mails()).some(({ to, text }) => to === customerAccount.email && text.includes(words)))
    .toBe(true)

let certificateNo: string
let deskAddress: string
/** Address of the share. */
let link: string
/** Text of the printed card, with blanks removed. */
let cardText: string
let code: string

it('a certificate is prepared, submitted with a warning, returned, submitted again and approved by another person', async () => {
  preparer = await openAs(pages, site, 'owner', '/manage/certificates')
  deskAddress = await prepare(preparer.page)
  certificateNo = deskAddress.split('/').at(-1) ?? ''

  signatory = await openAs(pages, site, 'writer', deskAddress)
  await signatory.page.getByText('静水称重复测三次', { exact: false }).waitFor()
  await signatory.page.keyboard.press('r')
  await signatory.page.getByLabel('退回原因').fill('请补充颜色')
  await signatory.page.getByRole('button', { name: '退回', exact: true }).click()
  await signatory.page.getByText('已退回').waitFor()

  await preparer.page.reload()
  await preparer.page.getByText('请补充颜色').first().waitFor()
  await preparer.page.getByLabel('颜色').fill('蓝绿色')
  await submit(preparer.page)

  await approve(signatory.page)
  const published = signatory.page.getByRole('region', { name: '已发布的内容' })
  await published.getByText('蓝绿色').waitFor()
  expect(await published.textContent()).toContain('林知微')

  await preparer.page.goto(`${site.url}/manage/certificates?state=published`)
  const row = preparer.page.getByRole('row', { name: new RegExp(certificateNo) })
  await row.waitFor()
  expect(await row.textContent()).toContain('已发布')
  await row.getByRole('checkbox').check()
  const saved = preparer.page.waitForEvent('download')
  await preparer.page.getByRole('button', { name: '导出所选' }).click()
  expect([(await saved).suggestedFilename(), await (await saved).failure()]).toEqual(['certificates.xlsx', null])
  expect([...preparer.complaints, ...signatory.complaints]).toEqual([])
})

itPrinted(
  'the customer scans the QR code of the printed card, looks up, saves and shares the certificate',
  async () => {
    await preparer.page.getByRole('link', { name: '打印所选' }).click()
    await preparer.page.getByRole('heading', { name: '打印 1 份' }).waitFor()
    const { text, address, checkCode } = await downloadCard(preparer.page)
    cardText = text
    code = checkCode
    expect(address).not.toContain(checkCode)

    customer = await pages.open()
    await site.logIn(customer, customerAccount)
    await customer.page.goto(address)
    expect(customer.page.url()).toBe(`${site.url}/certificate-check?no=${certificateNo}&v=1`)
    await untilLive(customer.page)
    await customer.page.getByRole('textbox', { name: '核对码', exact: true }).fill(checkCode)
    await customer.page.getByRole('button', { name: '查询证书' }).click()
    await customer.page.getByRole('heading', { name: '编号有效' }).waitFor()

    await customer.page.getByRole('button', { name: '收存' }).click()
    await customer.page.getByRole('link', { name: '已收存，去我的证书' }).waitFor()
    await customer.page.getByRole('button', { name: '分享', exact: true }).click()
    const dialog = customer.page.getByRole('dialog')
    await dialog.getByRole('button', { name: '生成链接' }).click()
    link = await dialog.getByLabel('链接', { exact: true }).inputValue()
    expect(link).toMatch(/\/share\/[\w-]{43}$/)
    await dialog.getByRole('img', { name: /^分享图片：/ }).waitFor()

    guest = await openAs(pages, site, 'visitor', new URL(link).pathname)
    await guest.page.getByRole('heading', { name: '证书有效' }).waitFor()
    await guest.page.getByRole('article', { name: `证书 ${certificateNo}` }).waitFor()
    expect(await guest.page.content()).not.toContain(checkCode)
    expect(site.logs.filter((line) => line.includes(link.slice(-43)) || line.includes(checkCode))).toEqual([])
  },
)

/**
 * Words and figures that every print shows: label, value, and both in English. A missing width is not taken for a
 * height.
 */
const PRINTED = [
  ['检验结论', '绿松石', 'Conclusion', 'Turquoise'],
  ['总质量', '12.3457 g（61.729 ct）', 'Total mass', '12.3457 g (61.729 ct)'],
  ['尺寸', '长 18.42 mm，高 6.85 mm', 'Measurements', 'Length 18.42 mm, Height 6.85 mm'],
  ['密度', '3.90 g/cm³', 'Density', '3.90 g/cm³'],
] as const

itPrinted('page, English page, PDF, card and desk print the same words and figures', async () => {
  const { page } = customer
  // The dialog of the share is open.
  await page.keyboard.press('Escape')
  const shown = async (name: string) => removeBlanks((await page.getByRole('article', { name }).textContent()) ?? '')
  const chinese = await shown(`证书 ${certificateNo}`)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  const pdf = extractText(await buffer(await (await downloaded).createReadStream()))
  await preparer.page.goto(site.url + deskAddress)
  const desk = removeBlanks((await preparer.page.getByRole('region', { name: '已发布的内容' }).textContent()) ?? '')
  await page.goto(`${site.url}/en/certificate-check?no=${certificateNo}`)
  await untilLive(page)
  await page.getByRole('textbox', { name: 'Check code' }).fill(code)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
  const english = await shown(`Certificate ${certificateNo}`)
  for (const [label, value, labelEn, valueEn] of PRINTED) {
    for (const text of [chinese, pdf, cardText, desk]) {
      expect(text).toContain(removeBlanks(label))
      expect(text, label).toContain(removeBlanks(value))
    }
    expect(english).toContain(removeBlanks(labelEn))
    expect(english, labelEn).toContain(removeBlanks(valueEn))
  }
})

itPrinted('A4 in English and in both languages have the same figures, with English words', async () => {
  const { page } = preparer
  await page.goto(`${site.url}${deskAddress}`)
  await page.getByRole('link', { name: '打印' }).first().click()
  for (const name of ['A4 英文', 'A4 中英对照']) {
    await page.getByRole('radio', { name: new RegExp(name) }).check()
    const text = extractText(await downloadFile(page))
    for (const [label, value, labelEn, valueEn] of PRINTED) {
      expect(text).toContain(removeBlanks(labelEn))
      expect(text, labelEn).toContain(removeBlanks(name === 'A4 英文' || valueEn.includes('Length') ? valueEn : value))
      expect(text.includes(label), label).toBe(name !== 'A4 英文')
    }
  }
  expect(preparer.complaints).toEqual([])
})

itPrinted(
  'a correction reaches the owner of a saved certificate by notice and mail, and the share shows it',
  async () => {
    const { page } = preparer
    await page.goto(site.url + deskAddress)
    await page.getByRole('button', { name: '更正' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('颜色描述有误')
    await page.getByRole('dialog').getByRole('button', { name: '开始更正', exact: true }).click()
    await page.getByLabel('颜色').fill('天蓝色')
    await answerWarnings(page)
    await submit(page)
    await approve(signatory.page)
    await mailed(`证书 ${certificateNo} 已更正，现为第 2 版`)

    await guest.page.reload()
    await guest.page
      .getByRole('article', { name: `证书 ${certificateNo}` })
      .getByText('天蓝色')
      .waitFor()
    // Holders read what was changed and why.
    await guest.page.getByText(/代替第 1 版（\d{4}-\d\d-\d\d 签发）；变更项目：颜色；更正原因：颜色描述有误/).waitFor()
    await customer.page.goto(`${site.url}/user?tab=certificates`)
    const row = customer.page.getByRole('list', { name: '我的证书' }).getByRole('listitem').first()
    await row.getByText('有效，已更正，第 2 版').waitFor()
    await row.getByText('分享中', { exact: false }).waitFor()
  },
)

itPrinted(
  'a withdrawal reaches the owner of a saved certificate, ends the share, and is listed on the public page',
  async () => {
    const { page } = preparer
    await page.goto(site.url + deskAddress)
    await page.getByRole('button', { name: '申请撤销' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('复检发现与原结论不符')
    await page.getByRole('dialog').getByRole('button', { name: '申请撤销', exact: true }).click()
    await signatory.page.goto(site.url + deskAddress)
    await signatory.page.getByLabel('在公开的撤销名单中列出编号与日期').check()
    await signatory.page.getByRole('button', { name: /^批准撤销/ }).click()
    await signatory.page.getByRole('button', { name: /^确认撤销/ }).click()
    await mailed(`证书 ${certificateNo} 已撤销`)
    const listed = await (await fetch(`${site.url}/certificate-check/withdrawn`)).text()
    expect([listed.includes(certificateNo), listed.includes('复检发现与原结论不符')]).toEqual([true, false])

    await guest.page.reload()
    await guest.page.getByRole('heading', { name: '证书已撤销' }).waitFor()
    expect(await guest.page.getByRole('article', { name: `证书 ${certificateNo}` }).count()).toBe(0)
    await customer.page.goto(`${site.url}/notice`)
    await customer.page.getByText(`证书 ${certificateNo} 已撤销`, { exact: false }).waitFor()
    await customer.page.goto(`${site.url}/user?tab=certificates`)
    const news = customer.page.getByRole('region', { name: `证书 ${certificateNo} 的变动` })
    await news.getByRole('button', { name: '知道了' }).click()
    await news.waitFor({ state: 'detached' })
    const complaints = [preparer, signatory, customer, guest].flatMap((one) => one.complaints)
    expect(complaints).toEqual([])
  },
)
