// `npm run test:contract`: makes the contract's calls through the BFF to the reference upstream, or to any upstream with
// `CONTRACT_URL=https://… [CONTRACT_PREFIX=/api] [CONTRACT_PATHS=…] [CONTRACT_ACCOUNT=… CONTRACT_PASSWORD_FILE=…]`. Prints
// variants of the family, and deviations from the contract. Exit 1 for a deviation, 2 for a wrong setting.
import { runContract } from '../tests/contract/run-contract.ts'

process.exitCode = await runContract(process.env, (line) => console.log(line))
