import { Type } from 'typebox'
import { ArticleListItem } from './articles.ts'
import { defineCall } from './call.ts'
import { nothing, numericId, page, paging } from './shapes.ts'

export const listFavourites = defineCall({
  method: 'GET',
  path: '/v1/collect/',
  access: 'member',
  summary: "The caller's favourites, newest first",
  query: Type.Object(paging),
  data: page(ArticleListItem),
  html: { 'records[].content': 'article' },
})

const articleQuery = Type.Object({ articleId: numericId })

export const addFavourite = defineCall({
  method: 'GET',
  path: '/v1/collect/collect',
  access: 'member',
  summary: 'Adds a favourite; a GET that changes state',
  changesState: true,
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

export const removeFavourite = defineCall({
  method: 'DELETE',
  path: '/v1/collect/',
  access: 'member',
  summary: 'Takes a favourite back',
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

export const favouriteCalls = [listFavourites, addFavourite, removeFavourite] as const
