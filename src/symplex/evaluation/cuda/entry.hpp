// What the two builds of the engine share behind api.hpp.
#pragma once

#include "objective.hpp"
