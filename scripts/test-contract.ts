// `npm run test:contract`: the contract's calls, made through the BFF, against the reference upstream, or against any
// upstream with `CONTRACT_URL=https://… [CONTRACT_PREFIX=/api] [CONTRACT_ACCOUNT=… CONTRACT_PASSWORD_FILE=…]`. Prints
// where it departs from the contract. Exit 0 where it does not, 1 where it does, 2 for a setting that is not accepted.
import { runContract } from '../tests/contract/run-contract.ts'

process.exitCode = await runContract(process.env, (line) => console.log(line))
