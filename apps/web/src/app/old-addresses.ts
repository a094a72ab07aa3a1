import { CATEGORY } from '@portal/contract/constants.ts'
import { type RouteObject, redirect } from 'react-router-dom'

/** Addresses of earlier versions → where their content stands now; the BFF has the same table for the first visit. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/news', `/tags?categoryId=${CATEGORY.news}`],
  ['/research', `/tags?categoryId=${CATEGORY.research}`],
  ['/gem-encyclopedia', '/gem'],
  ['/inspection', '/rangeDetail'],
]

/** Routes that lead on for good; what stood in the query goes along, but cannot change where they lead. */
export const oldAddresses: RouteObject[] = MOVED.map(([from, to]) => ({
  id: `moved ${from}`,
  path: from,
  loader: ({ request }) => {
    const [path = '', own] = to.split('?')
    const query = new URLSearchParams(own)
    for (const [name, value] of new URL(request.url).searchParams) if (!query.has(name)) query.append(name, value)
    const search = query.toString()
    return redirect(search ? `${path}?${search}` : path, 301)
  },
}))
