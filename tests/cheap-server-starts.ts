/** Vitest set-up of the Node suites. Vitest runs a set-up file again for each suite, and what it imports once per process. */
import './schema-compilers.ts'
