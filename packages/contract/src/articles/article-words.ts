import type { BulkAction } from './article-shapes.ts'

/** Names of bulk changes, on pages, in versions and in the audit log. */
export const BULK_ACTION_NAMES: Readonly<Record<BulkAction, string>> = {
  move: '移动栏目',
  tag: '加标签',
  untag: '去标签',
  stick: '置顶',
  unstick: '取消置顶',
  recommend: '推荐',
  unrecommend: '取消推荐',
  carousel: '轮播',
  uncarousel: '取消轮播',
  publish: '发布',
  takeOff: '下架',
  schedule: '定时发布',
}

/** Names of the members of an article in the editor and in the audit log. */
export const ARTICLE_MEMBER_NAMES = {
  title: '标题',
  summary: '摘要',
  avatar: '封面',
  keywords: '关键词',
  isOriginal: '原创',
  originalUrl: '原文地址',
  categoryId: '栏目',
  tagList: '标签',
  isStick: '置顶',
  isRecommend: '推荐',
  isCarousel: '轮播',
  contentMd: '正文',
}

/** Title of a new article until it gets one. */
export const NO_TITLE = '未命名文章'
