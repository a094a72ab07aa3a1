import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, numericId, page, paging } from '../shapes.ts'
import { ArticleListItem } from './articles.ts'

export const listFavourites = defineCall('GET /v1/collect/', {
  access: 'member',
  summary: "The caller's favourites, newest first",
  query: Type.Object(paging),
  data: page(ArticleListItem),
  html: { 'records[].content': 'article' },
})

const articleQuery = Type.Object({ articleId: numericId })

export const addFavourite = defineCall('GET /v1/collect/collect', {
  access: 'member',
  summary: 'Adds a favourite; a GET that changes state',
  changesState: true,
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

export const removeFavourite = defineCall('DELETE /v1/collect/', {
  access: 'member',
  summary: 'Takes a favourite back',
  query: articleQuery,
  data: nothing,
  rateLimited: true,
})

export const favouriteCalls = [listFavourites, addFavourite, removeFavourite] as const
