import type { Compilable } from 'kysely'
import type { Db } from './open.ts'

/** Makes a placeholder for a value that each run supplies under this name. */
export type Blanks<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a frequent query once, because compiling costs more than running it.
 * @returns a function that runs the query on the given `db`
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  make: (blank: Blanks<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = make((name) => new Blank(name) as never).compile()
  return async (db, values) => {
    const parameters = compiled.parameters.map((one) => (one instanceof Blank ? values[one.name] : one))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
