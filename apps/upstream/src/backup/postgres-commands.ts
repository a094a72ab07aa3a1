import { LOGIN_TABLES } from './make-backup.ts'

const DUMP_OPTIONS = `--format=custom --no-owner --no-acl ${LOGIN_TABLES.map((table) => `--exclude-table-data=${table}`).join(' ')}`
const RESTORE_OPTIONS = '--clean --if-exists --no-owner --no-acl --single-transaction'
/** Service and host name of the database in profile scale of docker-compose.yml. */
const COMPOSE_HOST = 'postgres'
/** Owner of that database. Upstream connects with another role. */
const COMPOSE_OWNER = 'portal'
const IN_COMPOSE = `docker compose --profile scale exec -T ${COMPOSE_HOST}`

/** Shell commands that save and restore a PostgreSQL database, in the folder of `portal.dump`, without the password. */
export function makePostgresCommands(databaseUrl: string): { dump: string; restore: string } {
  const { hostname, pathname } = new URL(databaseUrl)
  if (hostname !== COMPOSE_HOST) {
    return {
      dump: `pg_dump ${DUMP_OPTIONS} --file=portal.dump "$DATABASE_URL"`,
      restore: `pg_restore ${RESTORE_OPTIONS} --dbname="$DATABASE_URL" portal.dump`,
    }
  }
  // The commands run on the machine of the containers, because the image of upstream has no client, and the database
  // has no public port.
  const database = pathname.slice(1)
  return {
    dump: `${IN_COMPOSE} pg_dump -U ${COMPOSE_OWNER} ${DUMP_OPTIONS} ${database} > portal.dump`,
    restore: `${IN_COMPOSE} pg_restore -U ${COMPOSE_OWNER} ${RESTORE_OPTIONS} --dbname=${database} < portal.dump`,
  }
}
