import type { PagePath } from '@portal/contract/paths/page-paths.ts'

/** What staff call a page. */
const PAGE_NAMES: Readonly<Record<PagePath, string>> = {
  '/': '首页',
  '/tags': '文章列表',
  '/gem': '宝石百科',
  '/surrounding': '品牌周边',
  '/certificate-check': '证书查询',
  '/certificate-check/receipt': '查询凭证',
  '/certificate-check/withdrawn': '撤销公告',
  '/certificate-check/share': '分享查询结果',
  '/share/:secret': '分享的查询结果',
  '/share/revoke': '收回分享',
  '/certificate-check/report': '举报假证书',
  '/rangeDetail': '检测流程与范围',
  '/instrument': '仪器设备',
  '/notice/:id': '收费标准',
  '/question': '常见问题',
  '/about': '关于我们',
  '/about-gic': '机构介绍',
  '/statement': '声明',
  '/message': '声明（旧地址）',
  '/privacy': '隐私政策',
  '/experts': '专家团队',
  '/join-us': '加入我们',
  '/contact-us': '联系我们',
  '/links': '联系我们（旧地址）',
  '/article/:articleId': '文章',
  '/news-article/:articleId': '新闻',
  '/archive': '归档',
  '/category': '分类',
  '/hot': '热门',
  '/navigation': '导航',
  '/search': '搜索',
  '/newposts': '写文章',
  '/user': '会员主页',
  '/say': '动态',
  '/newSays': '发动态',
  '/im': '私信',
  '/notice': '消息',
  '/notice/id': '消息（旧地址）',
  '/review': '审核',
  '/conversation': '反馈答复',
}

export function pageName(path: string): string {
  return PAGE_NAMES[path as PagePath] ?? '其他'
}
