import type { AddedKind, DemoKind } from '@portal/contract/site/demo.ts'

export const DEMO_NAMES: Readonly<Record<DemoKind, string>> = {
  article: '文章',
  page: '常设页面',
  tag: '标签',
  certificate: '证书',
  comment: '文章评论',
  post: '动态',
  postComment: '动态评论',
  message: '私信',
  user: '虚构的用户',
  navigation: '站点导航',
  setting: '站点信息',
  search: '热搜词',
}

export const ADDED_NAMES: Readonly<Record<AddedKind, string>> = {
  comment: '会员的文章评论',
  postComment: '会员的动态评论',
  message: '与虚构用户的私信',
  like: '会员的点赞',
  favourite: '会员的收藏',
  edit: '同事改过的演示文章',
}
