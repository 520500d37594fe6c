"""Runs that are killed, interrupted, damaged and starved of disk at random: do they survive?"""
