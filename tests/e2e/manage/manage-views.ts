import type { Page } from 'playwright-core'
import type { ManageData } from './manage-data.ts'

/** A management page with its data and its states. */
export interface ManageView {
  /** Path of the page in `manage-areas.ts`. */
  route: string
  /** Address below `/manage`. */
  path: string
  /** Text that is shown when all data has arrived. */
  shows: string
  /** Dialogs, menus and parts with their own state, each opened on the page as loaded. */
  states?: Readonly<Record<string, (page: Page) => Promise<void>>>
  /** States that phones do not have. */
  wideStates?: ManageView['states']
}

/** Returns a function that clicks a button, and waits for the dialog that it opens. */
const createDialogOpener = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

const openTopicMenu = async (page: Page) => {
  await page
    .getByRole('button', { name: /^更多：/ })
    .last()
    .click()
  await page.getByRole('menuitem').first().waitFor()
}

/** Returns every management page behind the login: a page that is missing here fails the tour. */
export function listManageViews(data: ManageData): ManageView[] {
  return [
    ...makeLoginView(),
    ...listTicketViews(data),
    ...listPeopleViews(data),
    ...listOrderViews(data),
    ...listCertificateViews(data),
    ...listContentViews(data),
    ...listSiteViews(),
    ...listSettingsViews(data),
  ]
}

function makeLoginView(): ManageView[] {
  return [
    {
      route: '/',
      path: '',
      shows: '最忙的页面',
      states: {
        jump: createDialogOpener(/搜索或跳转/),
        account: async (page) => {
          await page.getByRole('button', { name: /石衡检测/ }).click()
          await page.getByRole('menuitem').first().waitFor()
        },
      },
      wideStates: { keys: createDialogOpener('快捷键') },
    },
    { route: '/demo', path: '/demo', shows: '将移除', states: { remove: createDialogOpener('移除演示内容') } },
    { route: '/help', path: '/help', shows: '管理端手册' },
    { route: '*', path: '/nothing-here', shows: '此页未见记录' },
  ]
}

/** Opens the names that the conclusion may have. */
async function openTerms(page: Page): Promise<void> {
  await page.getByLabel('检验结论').press('ArrowDown')
  await page.getByRole('listbox', { name: '定名' }).waitFor()
}

/** Selects a row, and opens the menu of exports and the choice of a day. */
async function selectAndExport(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^选择/ }).first().check()
  await page.getByRole('button', { name: '跳到日期' }).click()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: /XLSX/ }).waitFor()
}
/** A valid certificate of the demo content. */
const DEMO_NO = 'SH20261103001285'

function listCertificateViews({ batchId, draftNo, submittedNo }: ManageData): ManageView[] {
  return [
    {
      route: '/certificates',
      path: '/certificates',
      shows: '检验结论',
      states: { new: createDialogOpener(/新建证书/), selected: selectAndExport },
    },
    { route: '/certificates/import', path: '/certificates/import', shows: '把表格拖到这里' },
    { route: '/certificates/import/pictures', path: '/certificates/import/pictures', shows: '把图片拖到这里' },
    { route: '/certificates/import', path: `/certificates/import?id=${batchId}&show=faulty`, shows: '检查完毕' },
    {
      route: '/certificates/:certificateNo',
      path: `/certificates/${draftNo}`,
      shows: '警示',
      states: { discard: createDialogOpener('放弃'), terms: openTerms },
    },
    { route: '/certificates/print', path: `/certificates/print?no=${DEMO_NO}`, shows: '打印机校准' },
    { route: '/certificates/:certificateNo', path: `/certificates/${submittedNo}`, shows: '全部内容' },
    {
      route: '/certificates/:certificateNo/history',
      path: `/certificates/${submittedNo}/history`,
      shows: '顾客所见',
    },
  ]
}

function listOrderViews({ halfNo, readyNo }: ManageData): ManageView[] {
  const intake = '/reception/:orderNo'
  return [
    { route: '/reception', path: '/reception', shows: '叠石斋' },
    { route: '/reception/new', path: '/reception/new', shows: '请当面告知' },
    {
      route: intake,
      path: `/reception/${halfNo}?item=2`,
      shows: '称重',
      states: { refuse: createDialogOpener('不收这件…'), add: createDialogOpener('多出一件…') },
    },
    {
      route: intake,
      path: `/reception/${halfNo}?item=1`,
      shows: '打标签',
      states: { ask: createDialogOpener('询问委托方…') },
    },
    { route: '/reception/:orderNo/hand-out', path: `/reception/${readyNo}/hand-out`, shows: '谁来领' },
    {
      route: '/bench',
      path: '/bench',
      shows: '在手',
      states: {
        finish: async (page) => {
          await page.getByRole('button', { name: /^更多：/ }).click()
          await page.getByRole('menuitem', { name: '出证书…', exact: true }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    },
    { route: '/orders', path: '/orders', shows: '翠云轩' },
    { route: '/orders/statistics', path: '/orders/statistics', shows: '现在超时' },
    {
      route: '/orders/:orderNo',
      path: `/orders/${readyNo}`,
      shows: '保管链',
      states: { pay: createDialogOpener('记收款…'), dispute: createDialogOpener('登记异议…') },
    },
  ]
}

function listTicketViews({ newTicket, answeredTicket, commentTicket }: ManageData): ManageView[] {
  const one = '/tickets/:id'
  return [
    {
      route: '/tickets',
      path: '/tickets?view=all',
      shows: '重量与实物不符',
      states: { register: createDialogOpener('代客登记'), replies: createDialogOpener('常用语') },
    },
    { route: '/tickets', path: '/tickets?view=closed', shows: '没有' },
    {
      route: one,
      path: `/tickets/${newTicket}`,
      shows: '家里的秤称是',
      states: {
        reply: async (page) => {
          await page.getByRole('tab', { name: '答复对方' }).click()
          await page.keyboard.press('Control+j')
          await page.getByRole('combobox', { name: '查找常用语' }).waitFor()
        },
        note: async (page) => {
          await page.getByRole('tab', { name: '内部备注' }).click()
          await page.getByRole('textbox', { name: '内部备注' }).waitFor()
        },
        due: createDialogOpener(/改时限|改期|时限/),
      },
    },
    { route: one, path: `/tickets/${answeredTicket}`, shows: '与前台商量过' },
    { route: one, path: `/tickets/${commentTicket}`, shows: '代办各类证书' },
  ]
}

function listPeopleViews({ writerId, demoMember }: ManageData): ManageView[] {
  return [
    { route: '/people', path: '/people', shows: '林知微', states: { invite: createDialogOpener('邀请同事') } },
    { route: '/people', path: '/people?view=invited', shows: 'xu@example.test' },
    { route: '/people', path: '/people?search=nobody', shows: '没有找到这样的用户' },
    {
      route: '/people/signatories',
      path: '/people/signatories',
      shows: '202619010203',
      states: { mark: createDialogOpener('改动 CMA') },
    },
    {
      route: '/people/:id',
      path: `/people/${writerId}`,
      shows: '林知微',
      states: { signatory: createDialogOpener('登记'), disable: createDialogOpener('停用账号') },
    },
    { route: '/people/:id', path: `/people/${demoMember.id}`, shows: '多次发布广告' },
  ]
}

function listContentViews({ article: { id, title }, mediaId }: ManageData): ManageView[] {
  return [
    {
      route: '/articles',
      path: '/articles',
      shows: title,
      states: {
        bulk: async (page) => {
          await page.getByRole('checkbox', { name: title }).check()
          await page.getByRole('button', { name: '移动栏目' }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    },
    { route: '/articles', path: '/articles?view=scheduled', shows: '2099' },
    {
      route: '/articles/calendar',
      path: '/articles/calendar?month=2099-01',
      shows: '定时',
      states: { move: createDialogOpener(/^改《/) },
    },
    { route: '/articles/calendar', path: '/articles/calendar?view=list', shows: '已发布' },
    { route: '/articles/checks', path: '/articles/checks', shows: '/article/999999' },
    {
      route: '/articles/:id',
      path: `/articles/${id}`,
      shows: '待补。',
      states: { schedule: createDialogOpener(/定时/) },
    },
    { route: '/articles/:id/versions', path: `/articles/${id}/versions`, shows: '恢复版本 1' },
    {
      route: '/comments',
      path: '/comments',
      shows: '命中词：加微信',
      states: {
        bulk: async (page) => {
          await page
            .getByRole('checkbox', { name: /^选择 / })
            .first()
            .check()
          await page.getByRole('region', { name: '批量操作' }).waitFor()
        },
      },
    },
    { route: '/comments', path: '/comments?view=deleted', shows: '没有由工作人员删除的评论' },
    { route: '/pages', path: '/pages', shows: '公正性声明' },
    { route: '/pages/new', path: '/pages/new', shows: '新建页面' },
    { route: '/pages/:key', path: '/pages/statement', shows: '公正' },
    { route: '/media', path: '/media', shows: '能力附表.pdf' },
    { route: '/media', path: '/media?as=list', shows: '能力附表.pdf' },
    {
      route: '/media/:id',
      path: `/media/${mediaId}`,
      shows: '没有文章、页面、草稿和设置用到它',
      states: { replace: createDialogOpener('换文件，地址不变'), remove: createDialogOpener('删除') },
    },
    { route: '/pages/:key/versions', path: '/pages/statement/versions', shows: '版本 1' },
  ]
}

function listSiteViews(): ManageView[] {
  return [
    {
      route: '/home',
      path: '/home',
      shows: '读者看到的',
      states: {
        services: async (page) => {
          await page.getByRole('button', { name: '编辑：检测业务' }).click()
          await page.getByRole('button', { name: '添加业务' }).waitFor()
          // A button that is half below the bar at the top counts as too small.
          await page.evaluate(() => scrollTo(0, 0))
        },
      },
    },
    {
      route: '/menus',
      path: '/menus',
      shows: '读者看到的',
      states: { entry: createDialogOpener('修改：检测业务') },
    },
    { route: '/menus', path: '/menus?tab=footer', shows: '添加一组' },
    {
      route: '/redirects',
      path: '/redirects',
      shows: '/songjian.html',
      states: { remove: createDialogOpener('移除：/songjian.html') },
    },
  ]
}

function listSettingsViews({ partnerNumber }: ManageData): ManageView[] {
  const makeTabView = (name: string, shows: string, states: ManageView['states'] = {}) => ({
    route: '/site',
    path: `/site?tab=${name}`,
    shows,
    states,
  })
  const merge = async (page: Page) => {
    await openTopicMenu(page)
    await page.getByRole('menuitem', { name: '合并到…' }).click()
    await page.getByRole('dialog').waitFor()
  }
  return [
    makeTabView('info', '显示在何处', {
      faults: async (page) => {
        const email = page.getByRole('textbox', { name: '邮箱' })
        await email.fill('service@shiheng')
        await email.blur()
        await page.getByText('缺少域名后缀', { exact: false }).waitFor()
      },
      discarded: async (page) => {
        await page.getByRole('button', { name: '放弃改动' }).click()
        await page.getByRole('region', { name: '保存' }).waitFor({ state: 'detached' })
      },
      restore: createDialogOpener('退回上一版'),
    }),
    makeTabView('time', '调休'),
    makeTabView('login', '邮箱'),
    makeTabView('certificates', '必填项目'),
    makeTabView('comments', '谁的评论先审核'),
    makeTabView('links', '/navigation'),
    // The menu on a phone lies over buttons of the row below, which axe takes for small ones.
    { ...makeTabView('topics', '已合并', { merge }), wideStates: { menu: openTopicMenu } },
    makeTabView('brand', '上传'),
    makeTabView('history', '之间'),
    { route: '/partners', path: '/partners', shows: '绿松石行', states: { add: createDialogOpener('新增合作方') } },
    {
      route: '/partners/:number',
      path: `/partners/${partnerNumber}`,
      shows: '没有用过',
      states: {
        edit: createDialogOpener('修改'),
        rotate: createDialogOpener(/^轮换/),
        revoke: createDialogOpener('吊销'),
      },
    },
    {
      route: '/partners/:number/webhooks',
      path: `/partners/${partnerNumber}/webhooks`,
      shows: '送达记录',
      states: {
        add: createDialogOpener('新增通知'),
        rotate: createDialogOpener('更换密钥'),
        off: createDialogOpener('停用'),
      },
    },
    { route: '/audit', path: '/audit', shows: '站点' },
    { route: '/backups', path: '/backups', shows: '服务器上的备份' },
    { route: '/imports', path: '/imports', shows: '选择文件' },
    {
      route: '/security',
      path: '/security',
      shows: '恢复码',
      states: { totp: createDialogOpener('设置'), passkey: createDialogOpener('添加') },
    },
  ]
}
