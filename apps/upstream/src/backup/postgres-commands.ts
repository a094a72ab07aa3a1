import { LOGIN_TABLES } from './make-backup.ts'

const DUMP_OPTIONS = `--format=custom --no-owner --no-acl ${LOGIN_TABLES.map((table) => `--exclude-table-data=${table}`).join(' ')}`
const RESTORE_OPTIONS = '--clean --if-exists --no-owner --no-acl --single-transaction'
/** Service and host name of the database in profile scale of docker-compose.yml. */
const COMPOSE_HOST = 'postgres'
/** Owner of the database there; upstream has another role. */
const COMPOSE_OWNER = 'portal'
const IN_COMPOSE = `docker compose --profile scale exec -T ${COMPOSE_HOST}`

/** Shell commands that save and restore the database on PostgreSQL, in the folder of `portal.dump`; without the password. */
export function postgresCommands(databaseUrl: string): { dump: string; restore: string } {
  const { hostname, pathname } = new URL(databaseUrl)
  if (hostname !== COMPOSE_HOST) {
    return {
      dump: `pg_dump ${DUMP_OPTIONS} --file=portal.dump "$DATABASE_URL"`,
      restore: `pg_restore ${RESTORE_OPTIONS} --dbname="$DATABASE_URL" portal.dump`,
    }
  }
  // Run on the machine of the containers: upstream's image has no client, and the database no port outside.
  const database = pathname.slice(1)
  return {
    dump: `${IN_COMPOSE} pg_dump -U ${COMPOSE_OWNER} ${DUMP_OPTIONS} ${database} > portal.dump`,
    restore: `${IN_COMPOSE} pg_restore -U ${COMPOSE_OWNER} ${RESTORE_OPTIONS} --dbname=${database} < portal.dump`,
  }
}
