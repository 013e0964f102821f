import { parentPort } from 'node:worker_threads'
import { compileMails } from './compile.ts'

parentPort!.postMessage(await compileMails())
