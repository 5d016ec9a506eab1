// What a cell is played on: a gateway with a neighbour on it, and another gateway beside it that nothing strikes.
import { setTimeout as wait } from 'node:timers/promises';
import type { Command, Lane } from './lane.ts';
import { NeighbourTask } from './neighbour.ts';
import { browsersBelow, helpersOf } from './processes.ts';
import type { Browser } from './processes.ts';
import type { Part } from './world.ts';

/** The worker whose act is struck. */
export const SUBJECT = 'subject';

/** So often a neighbour looks before anything is struck: against what else would it be held? */
const CALM_LOOKS = 5;

export class Stage {
  readonly lane: Lane;
  readonly world: Part;
  /** On the gateway that is struck. */
  neighbour = new NeighbourTask();
  /** The neighbour's own browser, which nothing of a cell strikes. */
  #kept: ReadonlySet<string> = new Set();
  #gateway: number | null = null;

  constructor(lane: Lane, world: Part) {
    this.lane = lane;
    this.world = world;
  }

  /** A gateway with the faults' library and a neighbour: what the last cell left is used where it can be. */
  async ready(): Promise<void> {
    await this.lane.ready();
    if (this.#gateway === this.lane.pid) return;
    await this.neighbour.end();
    this.neighbour = new NeighbourTask();
    await this.neighbour.begin(this.lane.data, this.world.shop);
    this.#kept = new Set((await browsersBelow(this.lane.profiles)).map(({ profile }) => profile));
    this.#gateway = this.lane.pid;
    await this.neighbour.seen(CALM_LOOKS);
  }

  /** Browsers of this gateway that are not the neighbour's. */
  async browsers(): Promise<readonly Browser[]> {
    return (await browsersBelow(this.lane.profiles)).filter(({ profile }) => !this.#kept.has(profile));
  }

  helpers(): Promise<readonly number[]> {
    return helpersOf(this.lane.gateways);
  }

  /** Whether the neighbour still has the gateway on which it began. */
  get isKept(): boolean {
    return this.lane.alive && this.#gateway === this.lane.pid;
  }

  /** Looks again and again until it holds, or the command is over. */
  async untilHolds(what: () => boolean | Promise<boolean>, act: Command): Promise<void> {
    while (!act.over() && !(await what())) await wait(5);
  }
}
