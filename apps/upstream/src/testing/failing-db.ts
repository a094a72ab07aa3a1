import type { Db } from '#platform/db/open.ts'

/** Wraps the database for a process that dies before a statement. */
export function makeFailingDb(db: Db, statements: number): Db {
  let left = statements
  return db.withPlugin({
    transformQuery({ node }) {
      left -= 1
      if (left < 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
