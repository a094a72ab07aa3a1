import { matchPath } from 'react-router-dom'

/**
 * Titles of the handbook's sections by route, routes without parameters first; the query distinguishes tabs. A test checks that
 * every route is here, and every title in the handbook.
 */
export const HELP_SECTIONS: Readonly<Record<string, string>> = {
  '/': '概览',
  '/demo': '演示内容',
  '/help': '手册',
  '/tickets': '反馈与举报',
  '/tickets/:id': '处理工单',
  '/people?view=invited': '邀请同事',
  '/people': '用户',
  '/people/signatories': '签字人与标志',
  '/people/:id': '用户资料',
  '/reception': '收发',
  '/reception/new': '现场委托',
  '/reception/:orderNo': '收样',
  '/reception/:orderNo/hand-out': '发放',
  '/bench': '检测台',
  '/orders': '委托单',
  '/orders/statistics': '送检统计',
  '/orders/:orderNo': '办理委托单',
  '/certificates': '证书',
  '/certificates/import': '批量导入',
  '/certificates/import/pictures': '批量上传影像',
  '/certificates/print': '打印证书',
  '/certificates/:certificateNo': '办理证书',
  '/certificates/:certificateNo/history': '历次版本',
  '/articles': '文章',
  '/articles/calendar': '日历',
  '/articles/checks': '内容检查',
  '/articles/:id': '编辑文章',
  '/articles/:id/versions': '版本',
  '/pages': '页面',
  '/pages/new': '新建页面',
  '/pages/:key': '编辑页面',
  '/pages/:key/versions': '版本',
  '/media': '图片与文件',
  '/media/:id': '图片与文件',
  '/comments': '评论',
  '/home': '首页',
  '/menus': '菜单',
  '/redirects': '跳转',
  '/site?tab=info': '单位信息',
  '/site?tab=time': '公告与时间',
  '/site?tab=login': '登录方式',
  '/site?tab=desk': '四眼原则',
  '/site?tab=comments': '评论的审核',
  '/site?tab=links': '站点导航',
  '/site?tab=topics': '栏目与标签',
  '/site?tab=brand': '品牌',
  '/site?tab=history': '修改历史',
  '/site': '站点',
  '/partners': '合作方',
  '/partners/:number': '合作方资料',
  '/partners/:number/webhooks': '变动通知',
  '/audit': '操作记录',
  '/backups': '备份',
  '/imports': '导入文章',
  '/security': '登录与安全',
}

/** Finds the section of the handbook for an address below `/manage`. */
export function findHelpAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  const [, title] =
    Object.entries(HELP_SECTIONS).find(([route]) => {
      const [path = '', requiredQuery = ''] = route.split('?')
      if (!matchPath(path, pathname)) return false
      return [...new URLSearchParams(requiredQuery)].every(([name, value]) => query.get(name) === value)
    }) ?? []
  return title === undefined ? '/help' : `/help#${title}`
}
