import { PAGE_PATHS } from '@portal/contract/paths/page-paths.ts'
import { expect, it } from 'vitest'
import { createEnglishRoutes } from './english/english-routes.tsx'
import { oldAddresses, ROUTE_PARTS, routes } from './routes.tsx'

it('has a counter for every page, and for no other path', () => {
  const old = new Set(oldAddresses.map(({ path }) => path))
  const paths = [...routes, ...createEnglishRoutes(ROUTE_PARTS)].flatMap(({ children = [] }) =>
    children.map(({ path }) => path),
  )
  const own = paths.filter((path) => path !== '*' && !old.has(path))
  expect([...PAGE_PATHS].sort()).toEqual(own.sort())
})
